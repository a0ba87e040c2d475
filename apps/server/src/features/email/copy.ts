import type { MessageLocale } from '../../http/message-locale.js'
import { isolate } from '../../messages/isolate.js'
import type { CodePurpose } from './mail.js'

const en = {
  subject: (code: string, app: string) => `${code} is your ${app} code`,
  heading: {
    login: (app: string) => `Log in to ${app}`,
    link: (app: string) => `Add this email to your ${app} account`,
  } satisfies Record<CodePurpose, (app: string) => string>,
  instruction: {
    login: 'Enter this code to log in. It works once and expires in 10 minutes.',
    link: 'Enter this code to add this email address. It works once and expires in 10 minutes.',
  } satisfies Record<CodePurpose, string>,
  link: 'Finish logging in',
  linkHelp: 'Or open this link and enter the number that the page you are logging in on shows:',
  asked: (device: string) => `Requested from ${device}.`,
  caution: 'Never share this code. If you didn’t request this, you can ignore this email.',
}

const ar: typeof en = {
  subject: (code, app) => `${code} هو رمزك في ${isolate(app)}`,
  heading: {
    login: (app) => `تسجيل الدخول إلى ${isolate(app)}`,
    link: (app) => `أضف هذا البريد إلى حسابك في ${isolate(app)}`,
  },
  instruction: {
    login: 'أدخل هذا الرمز لتسجيل الدخول. يعمل مرة واحدة وتنتهي صلاحيته خلال 10 دقائق.',
    link: 'أدخل هذا الرمز لإضافة عنوان البريد هذا. يعمل مرة واحدة وتنتهي صلاحيته خلال 10 دقائق.',
  },
  link: 'إكمال تسجيل الدخول',
  linkHelp: 'أو افتح هذا الرابط وأدخل الرقم الذي تعرضه الصفحة التي تسجّل الدخول فيها:',
  asked: (device) => `طُلب من ${device}.`,
  caution: 'لا تشارك هذا الرمز أبدًا. إن لم تطلبه فيمكنك تجاهل هذه الرسالة.',
}

/** Texts of the mail with a code, in the language of the login. */
export const copies: Readonly<Record<MessageLocale, typeof en>> = { en, ar }
