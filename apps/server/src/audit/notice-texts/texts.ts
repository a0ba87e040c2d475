import type { ProvenKind } from '../../identity/proven-account.js'
import type { DeviceWords } from '../../messages/device-words.js'
import type { NoticedKind } from './noticed-kinds.js'

/** Everything that notices say in one language. Names in sentences come from `name`. */
export interface NoticeTexts extends DeviceWords {
  /** The name of an app as sentences take it. */
  name(app: string): string
  /** What happened. */
  events: Readonly<Record<NoticedKind, EventTexts>>
  /** What an account of each type is called. */
  accounts: Readonly<Record<Exclude<ProvenKind, 'custom_oauth'>, Noun>>
  /** An account at a provider that the app has added; undefined for one that it has removed since. */
  accountAt(provider: string | undefined): Noun
  doneFrom(place: string): string
  /** In place of a device. */
  appItself: string
  /** @param country Two letters. */
  inCountry(device: string, country: string): string
  /** What to do about one event, or about several. */
  contact(app: string): string
  contactAboutAll(app: string): string
  undo: string
  /** Subject of a mail about several events. */
  changes(count: number, app: string): string
  /** In a text message, which tells the first event: how many more there are. */
  more(count: number): string
  /** Ends a text message. */
  putBack(url: string): string
}

interface EventTexts {
  subject(app: string): string
  sentence(app: string, account: Noun): string
}

/** What an account is called. */
export interface Noun {
  /** As it begins a sentence: `An email address`. */
  indefinite: string
  /** The one that the sentence is about, without an article of its own in English. */
  definite: string
}
