import type { RightsWords } from './rights-en.js'

/** Arabic words for what a user's consent allows an app's server. */
export const rightsWordsAr: RightsWords = {
  messages: 'توقيع أي رسالة. قد تكون الرسالة تسجيل دخول أو عرضًا.',
  typedData: 'توقيع أي بيانات منظَّمة. قد تسمح لآخرين بأخذ رموزك.',
  transactions: (amount: string, networks: string) =>
    `إرسال ما يصل إلى ${amount} خلال 24 ساعة، شاملًا الرسوم، على ${networks}.`,
  fees: (amount: string, networks: string) =>
    `دفع رسوم شبكة تصل إلى ${amount} خلال 24 ساعة، على ${networks}.`,
  tokens: (units: string, token: string, network: string) =>
    `إرسال ما يصل إلى ${units} من أصغر وحدات الرمز ${token} خلال 24 ساعة، على ${network}.`,
  solana: (amount: string) => `إرسال ما يصل إلى ${amount} خلال 24 ساعة، شاملًا الرسوم، على Solana.`,
  solanaNetwork: 'Solana',
  anyone: 'إلى أي عنوان.',
  recipients: 'إلى هذه العناوين فقط:',
  nothing: 'لا شيء: لم يذكر التطبيق الغرض.',
  network: (id: string) => `الشبكة ${id}`,
}
