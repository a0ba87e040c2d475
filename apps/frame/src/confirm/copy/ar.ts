import type { Copy } from './en.js'

export { requestWordsAr } from '@sallyport/contract/requests'

/** Isolates amounts and sites, which run left to right (UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`

/** Arabic texts of the wallet confirmation. */
export const ar: Copy = {
  ownSign: 'علامتك',
  dialog: 'تأكيد المحفظة',
  close: 'رفض وإغلاق',
  asks: (app) => `يطلب ${app} موافقتك`,
  asksFrom: 'الطلب من',
  own: 'تعرض محفظتك هذا الطلب. لا تستطيع الصفحة في الخلف الضغط على هذه الأزرار.',
  covered: 'أظهر هذه النافذة كاملة للمتابعة.',
  again: 'اضغط الزر مرة أخرى.',
  agreeFirst: 'ضع علامة في المربع أولًا.',
  window: {
    open: 'المتابعة في نافذة',
    why: 'تطلب محفظتك هذا في نافذة خاصة بها، حيث لا تستطيع أي صفحة أخرى إخفاء شيء.',
    blocked: 'حظر متصفحك النافذة. اسمح بالنوافذ المنبثقة لهذه الصفحة وحاول مرة أخرى.',
  },
  asked: {
    title: {
      add: 'إضافة طريقة لتسجيل الدخول؟',
      replace: 'استبدال طريقة تسجيل الدخول؟',
      move: 'نقل طريقة تسجيل الدخول إلى هنا؟',
      remove: 'إزالة طريقة تسجيل الدخول؟',
    },
    approve: { add: 'إضافة', replace: 'استبدال', move: 'نقل', remove: 'إزالة' },
    opens:
      'من يستطيع الدخول بها يصل إلى حسابك، ويفتح محفظتك على جهاز جديد بعد سبعة أيام على الأكثر.',
    moves: 'سيُحذف الحساب الذي يملكها الآن.',
    removes: 'لن تتمكن من الدخول بها بعد الآن، وسيُسجَّل خروج أجهزتك الأخرى.',
    types: {
      email: 'البريد الإلكتروني',
      phone: 'الهاتف',
      wallet: 'محفظة',
      passkey: 'مفتاح مرور',
      farcaster: 'Farcaster',
      telegram: 'Telegram',
      custom_auth: 'حساب خارجي',
      cross_app: 'حساب في تطبيق آخر',
    },
    other: 'حساب',
    nameOfUser: (type) => `${type} (اسم اختاره صاحبه)`,
    nameOfApp: 'اسم اختاره التطبيق',
    shareTitle: (host) => `ربط محفظتك بـ ${ltr(host)}؟`,
    share: 'ربط',
    seesOnly: 'سيرى عناوينك. اربط فقط إن جئت من هذا الموقع بنفسك.',
    asksLater: 'سيرى عناوينك ويمكنه أن يطلب توقيعك. اربط فقط إن جئت من هذا الموقع بنفسك.',
  },
}
