import { byOAuthType, oauthProviderNames } from '@sallyport/contract'
import { deviceWords } from '../../messages/device-words.js'
import { isolate } from '../../messages/isolate.js'
import type { NoticeTexts, Noun } from './texts.js'

/** Notices in Modern Standard Arabic. Sentences are passive or impersonal: they suit a reader of any gender. */
export const arabic: NoticeTexts = {
  name: isolate,
  events: {
    logged_in_on_new_device: {
      subject: (app) => `تسجيل دخول من جهاز جديد إلى حسابك في ${app}`,
      sentence: (app) => `تم تسجيل الدخول إلى حسابك في ${app} من جهاز لم يسبق لك استخدامه.`,
    },
    refresh_token_reused: {
      subject: (app) => `تم إنهاء إحدى جلسات حسابك في ${app}`,
      sentence: (app) =>
        `تم إنهاء إحدى جلسات حسابك في ${app} لأنها استُخدمت من مكانين. ربما سُرقت نسخة منها.`,
    },
    account_linked: {
      subject: (app) => `تمت إضافة طريقة دخول إلى حسابك في ${app}`,
      sentence: (app, { indefinite }) => `تمت إضافة ${indefinite} إلى حسابك في ${app}.`,
    },
    account_unlinked: {
      subject: (app) => `تمت إزالة طريقة دخول من حسابك في ${app}`,
      sentence: (app, { indefinite }) => `تمت إزالة ${indefinite} من حسابك في ${app}.`,
    },
    account_updated: {
      subject: (app) => `تم تغيير إحدى طرق الدخول إلى حسابك في ${app}`,
      sentence: (app, { definite }) => `تم تغيير ${definite} ضمن حسابك في ${app}.`,
    },
    account_restored: {
      subject: (app) => `تمت إعادة طريقة دخول إلى حسابك في ${app}`,
      sentence: (app, { definite }) =>
        `تمت إعادة ${definite} إلى حسابك في ${app} بعد الإزالة، وتم تسجيل الخروج من جميع الأجهزة.`,
    },
    account_transferred: {
      subject: (app) => `تم حذف حسابك في ${app}`,
      sentence: (app, { definite }) =>
        `تم نقل ${definite} إلى حساب آخر في ${app}، وتم حذف حسابك السابق في ${app}.`,
    },
    wallet_recovered: {
      subject: (app) => `تمت استعادة محفظتك في ${app} على جهاز آخر`,
      sentence: (app) => `تمت استعادة محفظة حسابك في ${app} على جهاز آخر.`,
    },
    new_login_refused: {
      subject: (app) => `رُفضت طريقة دخول جديدة إلى حسابك في ${app}`,
      sentence: (app) =>
        `جرت محاولة لفتح محفظتك على جهاز آخر أو لاستخدامها في تطبيق آخر أو للموافقة على طلب بطريقة دخول أُضيفت إلى حسابك في ${app} خلال الأيام السبعة الماضية، وقد رُفضت. إذا كانت طريقة الدخول هذه غير معروفة لديك، فيُرجى إزالتها من حسابك الآن.`,
    },
    recovery_changed: {
      subject: (app) => `تم تغيير طريقة استرداد محفظتك في ${app}`,
      sentence: (app) => `أصبحت محفظة حسابك في ${app} تُستعاد بطريقة أخرى.`,
    },
    wallet_exported: {
      subject: (app) => `تم تصدير مفتاح محفظتك في ${app}`,
      sentence: (app) =>
        `تم تصدير المفتاح الخاص لمحفظة حسابك في ${app}. كل من يملك هذا المفتاح يتحكم في المحفظة.`,
    },
    wallet_delegated: {
      subject: (app) => `يمكن لتطبيق ${app} التصرف بمحفظتك`,
      sentence: (app) =>
        `سُمح لتطبيق ${app} بالتصرف بمحفظة حسابك في غيابك، ضمن الحدود التي عُرضت عليك. يمكنك إنهاء ذلك في التطبيق.`,
    },
    delegations_revoked: {
      subject: (app) => `لم يعد بإمكان تطبيق ${app} التصرف بمحفظتك`,
      sentence: (app) => `انتهى السماح لتطبيق ${app} بالتصرف بمحفظة حسابك.`,
    },
    program_allowed: {
      subject: (app) => `يمكن لبرنامج التصرف بمحفظتك في ${app}`,
      sentence: (app) =>
        `سُمح لبرنامج بالتصرف بمحفظة حسابك في ${app}، ضمن الحدود المختارة وحتى الموعد المختار. إذا لم يصدر ذلك عنك، فيُرجى إنهاؤه في حسابك في ${app} ضمن «تطبيقات تتصرف نيابة عنك».`,
    },
    program_ended: {
      subject: (app) => `لم يعد بإمكان برنامج التصرف بمحفظتك في ${app}`,
      sentence: (app) => `انتهى السماح لبرنامج بالتصرف بمحفظتك في ${app}.`,
    },
    wallet_shared: {
      subject: (app) => `تم ربط محفظتك في ${app} بتطبيق آخر`,
      sentence: (app) =>
        `أصبح تطبيق أو موقع آخر يعرف عناوين محفظتك في ${app}. يمكنه أن يطلب منك توقيعات، ولا يتم أي منها إلا بتأكيدك. يمكنك قطع الاتصال معه في حسابك في ${app}.`,
    },
    device_revoked: {
      subject: (app) => `تمت إزالة جهاز من محفظتك في ${app}`,
      sentence: (app) => `لم يعد بإمكان أحد الأجهزة فتح محفظة حسابك في ${app}.`,
    },
    factor_enrolled: {
      subject: (app) => `تم تغيير التحقق بخطوتين لحسابك في ${app}`,
      sentence: (app) => `تمت إضافة خطوة ثانية إلى حسابك في ${app}.`,
    },
    factor_removed: {
      subject: (app) => `تم تغيير التحقق بخطوتين لحسابك في ${app}`,
      sentence: (app) => `تمت إزالة خطوة ثانية من حسابك في ${app}.`,
    },
    recovery_codes_created: {
      subject: (app) => `تم تغيير التحقق بخطوتين لحسابك في ${app}`,
      sentence: (app) =>
        `تم إنشاء رموز استرداد جديدة لحسابك في ${app}. لم تعد الرموز السابقة صالحة.`,
    },
    factor_reset_started: {
      subject: (app) => `سيتم إيقاف التحقق بخطوتين لحسابك في ${app}`,
      sentence: (app) => `بدأت إعادة تعيين التحقق بخطوتين لحسابك في ${app}.`,
    },
    factor_reset_cancelled: {
      subject: (app) => `يبقى التحقق بخطوتين مفعّلًا لحسابك في ${app}`,
      sentence: (app) => `تم إلغاء إعادة تعيين التحقق بخطوتين لحسابك في ${app}.`,
    },
    factor_reset_completed: {
      subject: (app) => `تم إيقاف التحقق بخطوتين لحسابك في ${app}`,
      sentence: (app) => `تمت إزالة جميع الخطوات الثانية من حسابك في ${app} بإعادة التعيين.`,
    },
  },
  accounts: {
    email: { indefinite: 'بريد إلكتروني', definite: 'البريد الإلكتروني' },
    phone: { indefinite: 'رقم هاتف', definite: 'رقم الهاتف' },
    wallet: { indefinite: 'محفظة', definite: 'المحفظة' },
    ...byOAuthType((provider) => accountAt(oauthProviderNames[provider])),
    farcaster: accountAt('Farcaster'),
    telegram: accountAt('Telegram'),
    passkey: { indefinite: 'مفتاح مرور', definite: 'مفتاح المرور' },
    custom_auth: { indefinite: 'حساب خارجي', definite: 'الحساب الخارجي' },
    cross_app: { indefinite: 'حساب في تطبيق آخر', definite: 'حساب التطبيق الآخر' },
    guest: { indefinite: 'حساب ضيف', definite: 'حساب الضيف' },
  },
  accountAt: (provider) =>
    provider === undefined
      ? { indefinite: 'حساب لدى مزوّد دخول', definite: 'حساب مزوّد الدخول' }
      : accountAt(provider),
  doneFrom: (place) => `تم ذلك من ${place}.`,
  appItself: 'التطبيق نفسه',
  ...deviceWords.ar,
  inCountry: (device, country) => `${device} في ${countryOf(country)}`,
  contact: (app) => `إذا لم يصدر ذلك عنك، فيُرجى التواصل مع ${app} فورًا.`,
  contactAboutAll: (app) => `إذا لم تصدر كل هذه التغييرات عنك، فيُرجى التواصل مع ${app} فورًا.`,
  undo: 'لإعادة طريقة الدخول وإزالة ما حلّ محلها وتسجيل الخروج من جميع الأجهزة، يُرجى فتح هذا الرابط خلال سبعة أيام:',
  changes: (count, app) => `${changes(count)} في حسابك في ${app}`,
  more: (count) => moreForms[plural(count)](count),
  // On a line of its own: the direction of a URL is not that of the sentence.
  putBack: (url) => ` للتراجع عن ذلك:\n${url}`,
}

type Form = 'one' | 'two' | 'few' | 'many'

const moreForms: Record<Form, (count: number) => string> = {
  one: () => 'وحدث تغيير آخر.',
  two: () => 'وحدث تغييران آخران.',
  few: (count) => `وحدثت ${count} تغييرات أخرى.`,
  many: (count) => `وحدث ${count} تغييرًا آخر.`,
}

const countForms: Record<Form, (count: number) => string> = {
  one: () => 'تغيير',
  two: () => 'تغييران',
  few: (count) => `${count} تغييرات`,
  many: (count) => `${count} تغييرًا`,
}

function changes(count: number): string {
  return countForms[plural(count)](count)
}

/** One message tells of ten events at most, and of no fewer than one. */
function plural(count: number): Form {
  if (count <= 2) return count === 2 ? 'two' : 'one'
  return count <= 10 ? 'few' : 'many'
}

const countryNames = new Intl.DisplayNames('ar', { type: 'region', fallback: 'none' })

function countryOf(country: string): string {
  // `of` throws for what is not a code of a region.
  const name = /^[A-Z]{2}$/.test(country) ? countryNames.of(country) : undefined
  return name ?? isolate(country)
}

function accountAt(provider: string): Noun {
  const account = `حساب ${isolate(provider)}`
  return { indefinite: account, definite: account }
}
