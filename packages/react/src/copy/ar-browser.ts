import type { BrowserCopy } from './en-browser.js'

/** Arabic texts about what the browser, or a site around the page, keeps from the wallet. */
export const arBrowser: BrowserCopy = {
  browser: {
    notKept: (host) =>
      `يحظر متصفحك التخزين لـ ${host}، لذا سيُطلب منك تسجيل الدخول مجددًا بعد إغلاق هذه الصفحة. للبقاء مسجّلًا، اسمح بملفات تعريف الارتباط وبيانات الموقع لـ ${host}.`,
    inside: 'للمطورين: موقع آخر يعرض هذه الصفحة. هل هو ضمن إعداد التطبيق',
  },
}
