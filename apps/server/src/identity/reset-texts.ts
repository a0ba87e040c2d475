import type { MessageLocale } from '../http/message-locale.js'
import { isolate } from '../messages/isolate.js'

/** Whether a reset was started now or is waiting. */
export type ResetState = 'started' | 'pending'

/** What the announcements of a reset say in one language. */
interface ResetTexts {
  /** The name of an app as sentences take it. */
  name(app: string): string
  /** When it takes effect. */
  when(atMs: number): string
  states: Readonly<Record<ResetState, Sentences>>
  /** Before the link of a mail. */
  cancelByMail: string
  /** In a mail without a link. */
  cancelInApp(app: string): string
  /** End of a text message, with the link or without. */
  cancelByText(url: string): string
  logIn(app: string): string
}

interface Sentences {
  subject(app: string): string
  text(app: string, when: string): string
}

const english: ResetTexts = {
  name: (app) => app,
  when: (atMs) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC`,
  states: {
    started: {
      subject: (app) => `The second factors of your ${app} account will be removed`,
      text: (app, when) =>
        `Someone logged in to your ${app} account asked to remove its second factors. They will be removed on ${when}.`,
    },
    pending: {
      subject: (app) => `Reminder: the second factors of your ${app} account will be removed`,
      text: (app, when) => `The second factors of your ${app} account will be removed on ${when}.`,
    },
  },
  cancelByMail: 'If this wasn’t you, or you have found your second factor, cancel it:',
  cancelInApp: (app) =>
    `If this wasn’t you, or you have found your second factor, log in to ${app} and cancel it.`,
  cancelByText: (url) => `If this wasn’t you, cancel it: ${url}`,
  logIn: (app) => `If this wasn’t you, log in to ${app}`,
}

const arabic: ResetTexts = {
  name: isolate,
  when: (atMs) => {
    const at = new Date(atMs)
    const time = at.toISOString().slice(11, 16)
    return `${days.format(at)} الساعة ${isolate(time)} بالتوقيت العالمي المنسق`
  },
  states: {
    started: {
      subject: (app) => `سيتم إيقاف التحقق بخطوتين لحسابك في ${app}`,
      text: (app, when) =>
        `طلب شخص سجّل الدخول إلى حسابك في ${app} إيقاف التحقق بخطوتين لهذا الحساب. سيتم إيقافه بتاريخ ${when}.`,
    },
    pending: {
      subject: (app) => `تذكير: سيتم إيقاف التحقق بخطوتين لحسابك في ${app}`,
      text: (app, when) => `سيتم إيقاف التحقق بخطوتين لحسابك في ${app} بتاريخ ${when}.`,
    },
  },
  cancelByMail: 'إذا لم يصدر هذا الطلب عنك، أو عثرت على خطوتك الثانية، فيمكنك إلغاؤه من هنا:',
  cancelInApp: (app) =>
    `إذا لم يصدر هذا الطلب عنك، أو عثرت على خطوتك الثانية، فيُرجى تسجيل الدخول إلى ${app} وإلغاؤه.`,
  // On a line of its own: the direction of a URL is not that of the sentence.
  cancelByText: (url) => `إذا لم يصدر هذا الطلب عنك، فيمكنك إلغاؤه من هنا:\n${url}`,
  logIn: (app) => `إذا لم يصدر هذا الطلب عنك، فيُرجى تسجيل الدخول إلى ${app}.`,
}

const days = new Intl.DateTimeFormat('ar-u-nu-latn', { dateStyle: 'long', timeZone: 'UTC' })

const texts: Readonly<Record<MessageLocale, ResetTexts>> = { en: english, ar: arabic }

/** What the announcements of a reset say in a language. */
export function resetTextsOf(locale: MessageLocale): ResetTexts {
  return texts[locale]
}
