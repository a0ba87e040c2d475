import { type Copy, en } from './en.js'
import type { AccountCopy } from './en-account.js'
import type { BrowserCopy } from './en-browser.js'
import type { CaptchaCopy } from './en-captcha.js'
import type { ConnectCopy } from './en-connect.js'
import type { CrossAppLoginCopy } from './en-cross-app-login.js'
import type { FundingCopy } from './en-funding.js'
import type { MfaCopy } from './en-mfa.js'
import type { OAuthCopy } from './en-oauth.js'
import type { PasskeyCopy } from './en-passkey.js'
import type { RecoveryCopy } from './en-recovery.js'
import type { RequestCopy } from './en-requests.js'
import type { SharingCopy } from './en-sharing.js'
import type { SocialCopy } from './en-social.js'
import type { WalletPageCopy } from './en-wallet-page.js'

/** Texts that come with the screens which need them. */
export type LateCopy = RequestCopy &
  AccountCopy &
  BrowserCopy &
  CaptchaCopy &
  ConnectCopy &
  CrossAppLoginCopy &
  FundingCopy &
  MfaCopy &
  OAuthCopy &
  PasskeyCopy &
  RecoveryCopy &
  SharingCopy &
  SocialCopy &
  WalletPageCopy

type Groups = Copy & LateCopy

/** Part of a catalogue: what an app replaces with its own words. */
export type Messages = { [Group in keyof Groups]?: Partial<Groups[Group]> }

/** What the modal has at hand: English texts of wallet requests and linking come with their screens. */
export type LoadedCopy = Copy & { [Group in keyof LateCopy]?: Partial<LateCopy[Group]> }

const lateGroups = {
  sign: true,
  send: true,
  link: true,
  connect: true,
  crossAppLogin: true,
  inApp: true,
  browser: true,
  account: true,
  captcha: true,
  oauth: true,
  sharing: true,
  social: true,
  passkey: true,
  mfa: true,
  devices: true,
  activity: true,
  security: true,
  walletPage: true,
  recovery: true,
  funding: true,
} satisfies Record<keyof LateCopy, true>

/** Languages other than English, loaded when asked for. */
const others = {
  ar: async () => (await import('./ar.js')).ar,
} satisfies Record<string, () => Promise<Groups>>

/** Language codes with a catalogue of their own. */
export type Language = 'en' | keyof typeof others

/** The catalogue of a locale (`ar-EG` finds `ar`), English where there is none, with the app's own words on top. */
export async function loadCopy(locale: string, messages: Messages = {}): Promise<LoadedCopy> {
  const language = locale.toLowerCase().split('-')[0] ?? ''
  const base = Object.hasOwn(others, language)
    ? await others[language as keyof typeof others]() // just checked to be a key
    : en
  return withMessages(base, messages)
}

/** The locale that texts are read in: the one asked for where there are words in it, else English. */
export function spokenLocale(locale: string, messages: Messages = {}): string {
  const language = locale.toLowerCase().split('-')[0] ?? ''
  const hasWords = language === 'en' || Object.hasOwn(others, language)
  // An app that brings its own words says with the locale what language they are in.
  return hasWords || Object.keys(messages).length > 0 ? locale : 'en'
}

/** `base` with the texts of `messages` in the place of its own. */
export function withMessages(base: LoadedCopy, messages: Messages): LoadedCopy {
  const names = new Set([...Object.keys(lateGroups), ...Object.keys(base)]) as Set<keyof Groups> // the groups there are
  const groups = [...names].flatMap((name) =>
    base[name] || messages[name] ? [[name, { ...base[name], ...messages[name] }] as const] : [],
  )
  return Object.fromEntries(groups) as LoadedCopy // every group of `base` is there, extended
}

/** Writing direction of a locale. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return /^(ar|he|fa|ur|ps|sd|ug|yi|dv)\b/i.test(locale) ? 'rtl' : 'ltr'
}
