import type { Mail } from '@sallyport/process/mail'
import type { FactorMethod } from '../factors/tables.js'

/** What the vault tells users and operators of, with what the text needs. */
export type NoticeEvent = { atMs: number } & (
  | { kind: 'key_released' }
  | { kind: 'contacts_changed'; untilMs: number }
  | { kind: 'factor_enrolled' | 'factor_removed'; method: FactorMethod }
  | { kind: 'recovery_codes_created' }
  | { kind: 'reset_started'; dueAtMs: number }
  | { kind: 'reset_cancelled' }
  | { kind: 'reset_completed' }
  | { kind: 'user_deleted' }
  | { kind: 'token_key_announced'; appId: string; kid: string; acceptedFromMs: number }
  | { kind: 'token_key_withdrawn'; appId: string; kid: string }
)

type Texts = {
  [K in NoticeEvent['kind']]: (
    app: string,
    event: Extract<NoticeEvent, { kind: K }> & { kind: K },
  ) => { subject: string; paragraphs: readonly string[] }
}

const factorNames = {
  sms: 'a phone number',
  totp: 'an authenticator app',
  passkey: 'a passkey',
} as const satisfies Record<FactorMethod, string>

const contact = (app: string) => `If you didn’t do this, contact ${app} now.`

/** What users read about each event: what happened, when, and what to do. */
const texts = {
  key_released: (app, { atMs }) => ({
    subject: `The recovery key of your ${app} wallet was released`,
    paragraphs: [
      `The recovery key of your ${app} wallet was released on ${timeOf(atMs)}. A browser or device that has it can restore your wallet.`,
      `If you have just used your wallet on a new device or browser, there is nothing to do.`,
      `If you haven’t, another person may be able to open your wallet: move what is in it to another wallet, and contact ${app} now.`,
    ],
  }),
  contacts_changed: (app, { atMs, untilMs }) => ({
    subject: `This address was removed from your ${app} wallet`,
    paragraphs: [
      `This email address was removed from your ${app} account on ${timeOf(atMs)}. Messages about recoveries of your wallet are sent here until ${timeOf(untilMs)}, and no longer after that.`,
      contact(app),
    ],
  }),
  factor_enrolled: (app, { atMs, method }) => ({
    subject: `Two-step verification of your ${app} wallet was changed`,
    paragraphs: [
      `On ${timeOf(atMs)} ${factorNames[method]} was added as a second step of your ${app} account.`,
      contact(app),
    ],
  }),
  factor_removed: (app, { atMs, method }) => ({
    subject: `Two-step verification of your ${app} wallet was changed`,
    paragraphs: [
      `On ${timeOf(atMs)} ${factorNames[method]} was removed from the second steps of your ${app} account.`,
      contact(app),
    ],
  }),
  recovery_codes_created: (app, { atMs }) => ({
    subject: `Two-step verification of your ${app} wallet was changed`,
    paragraphs: [
      `New recovery codes were made for your ${app} account on ${timeOf(atMs)}. Earlier codes no longer work.`,
      contact(app),
    ],
  }),
  reset_started: (app, { atMs, dueAtMs }) => ({
    subject: `Two-step verification of your ${app} wallet is about to be removed`,
    paragraphs: [
      `A reset of the second steps of your ${app} account was started on ${timeOf(atMs)}. They are removed on ${timeOf(dueAtMs)}, unless the reset is cancelled before.`,
      `If you didn’t start it, cancel it: log in to ${app}, or contact ${app} now.`,
    ],
  }),
  reset_cancelled: (app, { atMs }) => ({
    subject: `Two-step verification of your ${app} wallet stays on`,
    paragraphs: [
      `The reset of the second steps of your ${app} account was cancelled on ${timeOf(atMs)}.`,
      contact(app),
    ],
  }),
  reset_completed: (app, { atMs }) => ({
    subject: `Two-step verification of your ${app} wallet was removed`,
    paragraphs: [
      `The second steps of your ${app} account were removed by a reset on ${timeOf(atMs)}.`,
      contact(app),
    ],
  }),
  user_deleted: (app, { atMs }) => ({
    subject: `Recovery of your ${app} wallet has ended`,
    paragraphs: [
      `Your ${app} account was deleted from the recovery vault on ${timeOf(atMs)}. Your wallet can’t be restored on another device any more.`,
      contact(app),
    ],
  }),
  token_key_withdrawn: (_app, { atMs, appId, kid }) => ({
    subject: 'A new token key of your deployment was taken back',
    paragraphs: [
      `On ${timeOf(atMs)} the new token key ${kid} of the app ${appId}, which was not accepted yet, was taken back. The key before stays.`,
      `If you have done this, there is nothing to do.`,
      `If you haven’t, another person may control the API: stop it, and run vault-keys repin as the vault’s user. The deployment guide says how, under Keys.`,
    ],
  }),
  token_key_announced: (_app, { atMs, appId, kid, acceptedFromMs }) => ({
    subject: 'A token key of your deployment is about to change',
    paragraphs: [
      `On ${timeOf(atMs)} the new token key ${kid} was announced for the app ${appId}. Its tokens are accepted from ${timeOf(acceptedFromMs)}.`,
      `If you have rotated or revoked the key, and the command printed this one as the next key, there is nothing to do.`,
      `If you haven’t, another person may control the API: stop it, and before that time run vault-keys repin as the vault’s user. The deployment guide says how, under Keys.`,
    ],
  }),
} as const satisfies Texts

const sender = (app: string) =>
  `Sent by the recovery vault of ${app}, a program apart from the one that logs you in. It never asks you for a code.`

/** Composes the mail about an event. It has no link. */
export function composeMail({
  to,
  appName,
  event,
}: {
  to: string
  appName: string
  event: NoticeEvent
}): Mail {
  const app = cleanName(appName)
  // The text of a kind takes the event of that kind, which TypeScript does not see through the index.
  const compose = texts[event.kind] as (
    app: string,
    event: NoticeEvent,
  ) => { subject: string; paragraphs: readonly string[] }
  const { subject, paragraphs } = compose(app, event)
  const all = [...paragraphs, sender(app)]
  const text = `${all.join('\n\n')}\n`
  return { to, fromName: `${app} recovery vault`, subject, text, html: toHtml(all) }
}

/** The API names the app: what could change how the rest of a line is read is left out, and a link has no place in it. */
function cleanName(name: string): string {
  const shown = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/:\/\/|=\?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...shown].slice(0, 60).join('') || 'your app’s'
}

/** `15 January 2026, 12:00 UTC`. */
function timeOf(ms: number): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', options).format(ms).replace(' at ', ', ')} UTC`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function toHtml(paragraphs: readonly string[]): string {
  const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (each) => entities[each] ?? '')
  const style = 'margin:0 0 16px;font-size:15px;line-height:22px'
  const body = paragraphs.map((each) => `<p style="${style}">${escapeHtml(each)}</p>`).join('\n')
  const fonts = '-apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"></head>
<body><div style="max-width:480px;margin:0 auto;padding:32px 24px;font-family:${fonts}">
${body}
</div></body></html>
`
}
