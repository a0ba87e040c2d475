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
    opening: 'جارٍ فتح محفظتك',
    failed: 'تعذّر فتح محفظتك',
    done: 'تم',
    actions: 'النسخ الاحتياطي',
    exportAction: 'تصدير المفتاح',
    rehearsalAction: 'اختبار الاسترداد',
    lastTest: (date) => `آخر اختبار في ${date}`,
  },
}
