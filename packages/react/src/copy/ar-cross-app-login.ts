import type { CrossAppLoginCopy } from './en-cross-app-login.js'

/** Arabic texts of logins with the account of another app. */
export const arCrossAppLogin: CrossAppLoginCopy = {
  crossAppLogin: {
    otherApp: 'التطبيق الآخر',
    waitingTitle: (app) => `تابع في ${app}`,
    waitingHelp: 'سجّل الدخول ووافق في النافذة التي فتحناها، ثم عُد إلى هذه الصفحة.',
    linkTitle: (app) => `أضف حسابك في ${app}`,
    open: (app) => `فتح ${app}`,
    closed: 'هل أُغلقت النافذة؟ حاول مجددًا',
    blockedTitle: 'حظر متصفحك النافذة',
    blockedHelp: (app) => `افتحها مجددًا للمتابعة في ${app}.`,
    openAgain: 'فتح مجددًا',
    sameTab: 'المتابعة في علامة التبويب هذه',
    shares: (app) => `ما سيشاركه ${app}`,
    addresses: 'عناوين محافظك هناك.',
    signatures: (app) => `يمكنك استخدام تلك المحافظ هنا. توافق على كل توقيع ودفعة في ${app}.`,
    readOnly: 'العناوين فقط',
    readOnlyHelp: 'لا يمكننا أن نطلب من هذه المحافظ التوقيع أو الدفع.',
    loggingIn: 'جارٍ تسجيل دخولك',
    adding: 'جارٍ إضافة حسابك',
    cancelledTitle: 'لم يتم الاتصال',
    cancelledHelp: (app) => `لم يُشارَك شيء من ${app}.`,
    failedTitle: (app) => `تعذّرت المتابعة باستخدام ${app}`,
    refused: (app) => `لم يؤكد ${app} تسجيل الدخول. حاول مجددًا.`,
    wallets: (app) => `المحافظ في ${app}`,
  },
}
