import type { PageLoginCopy } from './en.js'

/** Isolates what runs left to right (UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`

/** Arabic texts of logging in on a page that stands alone, and of the second step there. */
export const ar: PageLoginCopy = {
  email: 'البريد الإلكتروني',
  sendCode: 'إرسال الرمز',
  sending: 'جارٍ الإرسال…',
  codeTitle: 'أدخل الرمز',
  codeHelp: (to) => `إذا كان لدى ${ltr(to)} حساب هنا، فقد أرسلنا إليه رمزًا.`,
  code: 'رمز من ستة أرقام',
  logIn: 'تسجيل الدخول',
  loggingIn: 'جارٍ تسجيل الدخول…',
  otherEmail: 'استخدام بريد آخر',
  otherPhone: 'استخدام رقم آخر',
  phone: 'رقم الهاتف',
  phoneHelp: 'مع رمز الدولة، مثل \u2066+44\u2069',
  usePhone: 'استخدام رقم هاتف',
  useEmail: 'استخدام بريد إلكتروني',
  continueWith: (provider) => `المتابعة باستخدام \u2068${provider}\u2069`,
  opening: 'جارٍ الفتح…',
  or: 'أو',
  orContinueWith: 'أو المتابعة باستخدام',
  factorTitle: 'تحقق من هويتك',
  factorCode: { totp: 'رمز من تطبيق المصادقة', sms: 'رمز من الرسالة النصية' },
  sendText: 'إرسال رسالة نصية',
  usePasskey: 'استخدام مفتاح المرور',
  useCode: 'استخدام رمز بدلًا منه',
  verify: 'تحقق',
  verifying: 'جارٍ التحقق…',
  problems: {
    wrongCode: 'هذا الرمز غير صحيح.',
    wrongFactor: 'لم يتم التحقق. حاول مرة أخرى.',
    tooMany: 'محاولات كثيرة جدًا. حاول لاحقًا.',
    offline: 'لا نستطيع الوصول إلى الخادم. تحقق من اتصالك وحاول مرة أخرى.',
    failed: 'حدث خطأ ما. أعد تحميل هذه الصفحة وحاول مرة أخرى.',
    email: 'أدخل عنوان بريد صالحًا.',
    code: 'أدخل أرقام الرمز الستة.',
    phone: 'أدخل الرقم كاملًا مع رمز الدولة، مثل \u2066+44\u2069.',
    noAccount: 'لا يوجد حساب هنا لتسجيل الدخول هذا.',
    visit: 'لم يكتمل تسجيل الدخول. حاول مرة أخرى.',
    olderLogin: 'سجّل الدخول بطريقة أضفتها قبل أكثر من أسبوع.',
    loginTooOld: 'مضى وقت طويل على تسجيل دخولك. ابدأ من جديد.',
  },
}
