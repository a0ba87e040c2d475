import type { SocialCopy } from './en-social.js'

/** Arabic texts of logins by Farcaster and Telegram. */
export const arSocial: SocialCopy = {
  social: {
    farcasterTitle: 'أكِّد في فاركاستر',
    farcasterScan: 'امسح الرمز بكاميرا هاتفك.',
    farcasterOpenHelp: 'أكِّد في تطبيق فاركاستر، ثم عُد إلى هنا.',
    farcasterOpen: 'فتح فاركاستر',
    farcasterCode: 'رمز استجابة سريعة يفتح فاركاستر',
    farcasterLink: 'نسخ الرابط',
    farcasterWaiting: 'في انتظار فاركاستر',
    farcasterExpired: 'انتهت صلاحية هذا الرمز',
    farcasterExpiredHelp: 'لم يصل تأكيد في الوقت المحدد. احصل على رمز جديد وامسحه.',
    farcasterNew: 'الحصول على رمز جديد',
    signerTitle: (app) => `اسمح لـ\u2068${app}\u2069 بالنشر في فاركاستر`,
    signerHelp: (app) =>
      `وافِق في تطبيق فاركاستر. يمكن عندها لـ\u2068${app}\u2069 النشر والإعجاب والمتابعة باسمك إلى أن تزيله هناك. قد يتقاضى فاركاستر رسمًا.`,
    signerApproved: 'تمت الموافقة',
    signerLater: 'ليس الآن',
    signerRefused: 'لم تسمح بذلك',
    signerRefusedHelp: (app) =>
      `لا يمكن لـ\u2068${app}\u2069 النشر في فاركاستر باسمك. ربما أزلته في تطبيق فاركاستر.`,
    signerExpiredHelp: 'لم تصل موافقة في الوقت المحدد. احصل على رمز جديد وامسحه.',
    telegramTitle: 'أكِّد في تيليجرام',
    telegramHelp: 'فُتحت نافذة تيليجرام. أكِّد فيها.',
    telegramOpen: 'فتح تيليجرام',
    telegramCancelled: 'لم يصل تأكيد من تيليجرام',
    telegramCancelledHelp: 'أُغلقت النافذة. افتحها من جديد للمتابعة.',
    telegramBlocked: 'حظر متصفحك النافذة',
    telegramBlockedHelp: 'افتحها من جديد للمتابعة.',
    telegramChecking: 'جارٍ التحقق من دخولك',
    refused: (service) => `لم يؤكّد ${service} تسجيل الدخول. أعد المحاولة.`,
  },
}
