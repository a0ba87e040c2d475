import {
  type AuditData,
  type AuditKind,
  byOAuthType,
  kindOf,
  oauthProviderNames,
} from '@sallyport/contract'
import type { Mail } from '@sallyport/process/mail'
import type { AppSettings } from '../apps/app.js'
import type { ProvenAccount, ProvenKind } from '../identity/proven-account.js'
import { escapeHtml } from '../pages/escape-html.js'

/** What a notice tells. */
interface NoticeContents {
  app: Pick<AppSettings, 'name' | 'custom_oauth_providers'>
  /** What happened, the oldest first. */
  events: readonly [Told, ...Told[]]
  /** By which its reader puts back the logins that were removed or changed. */
  undoUrls: readonly string[]
}

/** An event that a notice tells of. */
interface Told {
  kind: NoticedKind
  data: AuditData
}

interface Noun {
  article: 'A' | 'An'
  noun: string
}

/** What messages call an account of each type, with its article. */
const nouns: Record<Exclude<ProvenKind, 'custom_oauth'>, Noun> = {
  email: { article: 'An', noun: 'email address' },
  phone: { article: 'A', noun: 'phone number' },
  wallet: { article: 'A', noun: 'wallet' },
  ...byOAuthType((provider) => accountAt(oauthProviderNames[provider])),
  farcaster: { article: 'A', noun: 'Farcaster account' },
  telegram: { article: 'A', noun: 'Telegram account' },
  passkey: { article: 'A', noun: 'passkey' },
  custom_auth: { article: 'An', noun: 'external account' },
  cross_app: { article: 'An', noun: 'account of another app' },
  guest: { article: 'A', noun: 'guest account' },
}

interface Texts {
  subject(app: string): string
  sentence(app: string, account: Noun): string
}

const noTexts = undefined

/** What users are told of each kind of event; those of the app, and those that the user sees happen, tell nothing. */
const texts = {
  signed_up: noTexts,
  logged_in: noTexts,
  logged_in_on_new_device: {
    subject: (app) => `A new device logged in to your ${app} account`,
    sentence: (app) => `A device that you did not use before logged in to your ${app} account.`,
  },
  session_forked: noTexts,
  logged_out: noTexts,
  session_ended: noTexts,
  other_sessions_ended: noTexts,
  refresh_token_reused: {
    subject: (app) => `A session of your ${app} account was ended`,
    sentence: (app) =>
      `A session of your ${app} account was ended, because it was used from two places. A copy of it may have been stolen.`,
  },
  account_linked: {
    subject: (app) => `A login was added to your ${app} account`,
    sentence: (app, { article, noun }) => `${article} ${noun} was added to your ${app} account.`,
  },
  account_unlinked: {
    subject: (app) => `A login was removed from your ${app} account`,
    sentence: (app, { article, noun }) =>
      `${article} ${noun} was removed from your ${app} account.`,
  },
  account_updated: {
    subject: (app) => `A login of your ${app} account was changed`,
    sentence: (app, { noun }) => `The ${noun} of your ${app} account was changed.`,
  },
  account_restored: {
    subject: (app) => `A login of your ${app} account was put back`,
    sentence: (app, { noun }) =>
      `The ${noun} of your ${app} account that was removed is back, and all devices were logged out.`,
  },
  account_transferred: {
    subject: (app) => `Your ${app} account was deleted`,
    sentence: (app, { noun }) =>
      `Your ${noun} was moved to another ${app} account, and your earlier ${app} account was deleted.`,
  },
  user_deleted: noTexts,
  wallet_created: noTexts,
  wallet_recovered: {
    subject: (app) => `Your ${app} wallet was restored on another device`,
    sentence: (app) => `The wallet of your ${app} account was restored on another device.`,
  },
  new_login_refused: {
    subject: (app) => `A new login of your ${app} account tried to open your wallet`,
    sentence: (app) =>
      `A login that was added to your ${app} account in the last 7 days tried to open your wallet on another device. It was refused. If you don’t know this login, remove it from your account now.`,
  },
  recovery_changed: {
    subject: (app) => `The recovery of your ${app} wallet was changed`,
    sentence: (app) => `The wallet of your ${app} account has another way to be restored now.`,
  },
  recovery_rehearsed: noTexts,
  wallet_exported: {
    subject: (app) => `The key of your ${app} wallet was exported`,
    sentence: (app) =>
      `The private key of the wallet of your ${app} account was exported. Anyone who has it controls the wallet.`,
  },
  wallet_delegated: {
    subject: (app) => `${app} may act with your wallet`,
    sentence: (app) =>
      `${app} was allowed to act with the wallet of your account while you are away, within the limits you were shown. You can end this in the app.`,
  },
  delegations_revoked: {
    subject: (app) => `${app} can no longer act with your wallet`,
    sentence: (app) => `What ${app} was allowed to do with the wallet of your account was ended.`,
  },
  program_allowed: {
    subject: (app) => `A program may act with your ${app} wallet`,
    sentence: (app) =>
      `A program was allowed to act with the wallet of your ${app} account, within the limits and until the time that were picked. If you didn’t do this, end it in your ${app} account under Apps that act for you.`,
  },
  program_ended: {
    subject: (app) => `A program can no longer act with your ${app} wallet`,
    sentence: (app) => `What a program was allowed to do with your ${app} wallet was ended.`,
  },
  wallet_shared: {
    subject: (app) => `Your ${app} wallet was connected to another app`,
    sentence: (app) =>
      `Another app or site now knows the addresses of your ${app} wallet. It can ask you for signatures, and you confirm each. You can disconnect it in your ${app} account.`,
  },
  wallet_share_ended: noTexts,
  device_revoked: {
    subject: (app) => `A device of your ${app} wallet was removed`,
    sentence: (app) => `A device can no longer open the wallet of your ${app} account.`,
  },
  factor_enrolled: {
    subject: (app) => `Two-step verification of your ${app} account was changed`,
    sentence: (app) => `A second step was added to your ${app} account.`,
  },
  factor_removed: {
    subject: (app) => `Two-step verification of your ${app} account was changed`,
    sentence: (app) => `A second step was removed from your ${app} account.`,
  },
  recovery_codes_created: {
    subject: (app) => `Two-step verification of your ${app} account was changed`,
    sentence: (app) =>
      `New recovery codes were made for your ${app} account. Earlier codes no longer work.`,
  },
  factor_reset_started: {
    subject: (app) => `Two-step verification of your ${app} account is about to be removed`,
    sentence: (app) => `A reset of the second steps of your ${app} account was started.`,
  },
  factor_reset_cancelled: {
    subject: (app) => `Two-step verification of your ${app} account stays on`,
    sentence: (app) => `The reset of the second steps of your ${app} account was cancelled.`,
  },
  factor_reset_completed: {
    subject: (app) => `Two-step verification of your ${app} account was removed`,
    sentence: (app) => `The second steps of your ${app} account were removed by a reset.`,
  },
  settings_changed: noTexts,
  list_changed: noTexts,
  keys_changed: noTexts,
  webhook_changed: noTexts,
  // Its mail goes to the app's own contact: `composeWebhookMail`.
  webhook_disabled: noTexts,
  alarm_raised: noTexts,
} as const satisfies Record<AuditKind, Texts | undefined>

/** Kinds of events that users are told of. */
type NoticedKind = {
  [K in AuditKind]: (typeof texts)[K] extends undefined ? never : K
}[AuditKind]

/** Whether users are told of events of a kind. */
export function isNoticed(kind: AuditKind): kind is NoticedKind {
  return texts[kind] !== undefined
}

/** Longest part of an app's name in a text message. */
const maxNameLength = 60

const undoAdvice =
  'To put the login back, log out all devices and remove what took its place, open this within seven days:'

/** Composes the mail about an event, or about several. It contains no address, and no link but those that undo a removal. */
export function composeNoticeMail({ to, ...contents }: NoticeContents & { to: string }): Mail {
  const name = contents.app.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const { events, app, undoUrls } = contents
  const [first, ...others] = events
  const isOne = others.length === 0
  const paragraphs = [
    ...events.flatMap((event) => {
      const lines = [sentenceOf(event, { app, name }), `Done from ${placeOf(event.data)}.`]
      return isOne ? lines : [lines.join(' ')]
    }),
    isOne
      ? `If you didn’t do this, contact ${name} now.`
      : `If you didn’t do all of this, contact ${name} now.`,
    ...undoUrls.flatMap((url) => [undoAdvice, url]),
  ]
  const subject = isOne
    ? texts[first.kind].subject(name)
    : `${events.length} changes to your ${name} account`
  return {
    to,
    fromName: name,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: toHtml(subject, paragraphs),
  }
}

/** Composes the text message about an event, or about several. */
export function composeNoticeText(contents: NoticeContents): string {
  const name = contents.app.name.slice(0, maxNameLength)
  const [first, ...others] = contents.events
  const sentence = sentenceOf(first, { app: contents.app, name })
  const more =
    others.length === 1 ? ' One more change was made.' : ` ${others.length} more changes were made.`
  const [undoUrl] = contents.undoUrls
  const undo = undoUrl === undefined ? '' : ` Put it back: ${undoUrl}`
  return `${sentence}${others.length === 0 ? '' : more} If you didn’t do this, contact ${name} now.${undo}`
}

function sentenceOf(
  { kind, data }: Told,
  { app, name }: { app: NoticeContents['app']; name: string },
): string {
  return texts[kind].sentence(name, nounOf(data.account_type, app))
}

/** From fixed words only, whatever the device said. */
function placeOf({ browser, system, place, by }: AuditData): string {
  if (by === 'app') return 'the app itself'
  const device = browser && system ? `${browser} on ${system}` : (browser ?? system)
  const where = place === undefined ? '' : ` in ${place}`
  return `${device ?? 'an unknown device'}${where}`
}

function nounOf(
  type: string | undefined,
  { custom_oauth_providers = [] }: NoticeContents['app'],
): Noun {
  // Written by `recordEvent` from the type of a proven account; events of another kind have none.
  const kind = kindOf((type ?? 'guest') as ProvenAccount['type'])
  if (kind !== 'custom_oauth') return nouns[kind]
  const added = custom_oauth_providers.find(({ provider }) => provider === type)
  const name = added?.provider_display_name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (!name) return { article: 'A', noun: 'provider account' }
  return accountAt(name)
}

function accountAt(provider: string): Noun {
  // `An X account`: the letter is spoken with a vowel.
  const article = /^(?:[aeiou]|x\b)/i.test(provider) ? 'An' : 'A'
  return { article, noun: `${provider} account` }
}

/** A line that is a link is one to press. */
function toLine(line: string): string {
  const text = escapeHtml(line)
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text
}

/** A mail of plain paragraphs as HTML. */
export function toHtml(title: string, paragraphs: readonly string[]): string {
  const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
  const text = paragraphs
    .map((each) => `<p style="margin:0 0 16px;font-size:15px;line-height:22px">${toLine(each)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title></head>
<body><div style="max-width:480px;margin:0 auto;padding:32px 24px;font-family:${fonts}">
${text}
</div></body></html>
`
}
