import { byOAuthType, kindOf, oauthProviderNames } from '@sallyport/contract'
import type { AppSettings } from '../apps/app.js'
import { escapeHtml } from '../pages/escape-html.js'
import type { Mail } from '../ports/mailer.js'
import { describeDevice } from '../session/device.js'
import type { ProvenAccount, ProvenKind } from './proven-account.js'

/** What happened to an account of a user. */
export type AccountChange = 'linked' | 'unlinked' | 'updated' | 'transferred'

/** What a notice tells. */
interface NoticeContents {
  app: Pick<AppSettings, 'name' | 'custom_oauth_providers'>
  change: AccountChange
  /** Of the account that changed. */
  type: ProvenAccount['type']
  userAgent: string | undefined
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
  guest: { article: 'A', noun: 'guest account' },
}

type Sentence = (account: Noun, app: string) => string

const sentences: Record<AccountChange, Sentence> = {
  linked: ({ article, noun }, app) => `${article} ${noun} was added to your ${app} account.`,
  unlinked: ({ article, noun }, app) => `${article} ${noun} was removed from your ${app} account.`,
  updated: ({ noun }, app) => `The ${noun} of your ${app} account was changed.`,
  transferred: ({ noun }, app) =>
    `Your ${noun} was moved to another ${app} account, and your earlier ${app} account was deleted.`,
}

const subjects: Record<AccountChange, (app: string) => string> = {
  linked: (app) => `A login was added to your ${app} account`,
  unlinked: (app) => `A login was removed from your ${app} account`,
  updated: (app) => `A login of your ${app} account was changed`,
  transferred: (app) => `Your ${app} account was deleted`,
}

/** Longest part of an app's name in a text message. */
const maxNameLength = 60

/** Composes the mail about a change. It contains no link and no address. */
export function composeNoticeMail({ to, ...contents }: NoticeContents & { to: string }): Mail {
  const name = contents.app.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const paragraphs = [
    sentenceOf(contents, name),
    `Done from ${describeDevice(contents.userAgent) ?? 'an unknown device'}.`,
    `If you didn’t do this, contact ${name} now.`,
  ]
  const subject = subjects[contents.change](name)
  return {
    to,
    fromName: name,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: toHtml(subject, paragraphs),
  }
}

/** Composes the text message about a change. */
export function composeNoticeText(contents: NoticeContents): string {
  const name = contents.app.name.slice(0, maxNameLength)
  return `${sentenceOf(contents, name)} If you didn’t do this, contact ${name} now.`
}

function sentenceOf({ change, type, app }: NoticeContents, name: string): string {
  return sentences[change](nounOf(type, app), name)
}

function nounOf(
  type: ProvenAccount['type'],
  { custom_oauth_providers = [] }: NoticeContents['app'],
): Noun {
  const kind = kindOf(type)
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

function toHtml(title: string, paragraphs: readonly string[]): string {
  const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
  const text = paragraphs
    .map(
      (each) =>
        `<p style="margin:0 0 16px;font-size:15px;line-height:22px">${escapeHtml(each)}</p>`,
    )
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
