import type { WalletPageCopy } from './en-wallet-page.js'

/** Arabic texts around the pages of the wallet's origin. */
export const arWalletPage: WalletPageCopy = {
  walletPage: {
    exportTitle: 'تصدير مفتاحك',
    exportHelp: 'ستراه في نافذة محفظتك. لا يستطيع هذا التطبيق قراءته.',
    importTitle: 'استيراد محفظة',
    importHelp: 'أضف محفظة لديك بالفعل.',
    rehearsalTitle: 'اختبر الاسترداد',
    rehearsalHelp: 'تحقّق من أن محفظتك تعود على جهاز جديد.',
    delegateTitle: (app) => `السماح لـ \u2068${app}\u2069 باستخدام هذه المحفظة دون سؤالك`,
    delegateHelp: 'اقرأ ما ستسمح به. لا يسمح به إلا ضغطك في نافذة محفظتك.',
    revokeTitle: 'إيقاف الوصول إلى محافظك؟',
    revokeHelp: 'لن يستطيع التطبيق بعدها استخدام محافظك دون سؤالك. يسري ذلك فورًا.',
    revoke: 'إيقاف الوصول',
    keep: 'إبقاء الوصول',
    revoked: 'أُوقف الوصول',
    revokedHelp: 'لم يعد التطبيق قادرًا على استخدام محافظك دون سؤالك. يمكنك السماح له مجددًا لاحقًا.',
    delegated: 'يمكن للتطبيق استخدام هذه المحفظة دون سؤالك.',
    opening: 'جارٍ فتح محفظتك',
    failed: 'تعذّر فتح محفظتك',
    done: 'تم',
    actions: 'النسخ الاحتياطي',
    exportAction: 'تصدير المفتاح',
    rehearsalAction: 'اختبار الاسترداد',
    lastTest: (date) => `آخر اختبار في ${date}: عادت محفظتك.`,
  },
}
