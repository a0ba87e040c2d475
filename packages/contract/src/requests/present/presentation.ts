import type { RequestWords } from '../copy/en.js'
import type { TypedField } from '../typed-data.js'
import type { UnusualField } from '../unusual-fields.js'
import type { WarningId } from './warnings.js'

/** A token as its own contract describes it: a claim, unless the pinned list says the same. */
export interface ClaimedToken {
  symbol: string
  decimals: number
}

/** What a request is presented with, besides what its bytes say. */
export interface PresentGiven {
  words: RequestWords
  locale: string
  /** The address that signs; null where it is not known. */
  wallet: string | null
  /** Host and port of the page that asks. */
  host: string
  /** Further addresses of the user. */
  own?: readonly string[]
  /** Where the user has sent before; left out where that is not known, and then nothing is said about it. */
  sentTo?: readonly string[]
  /** Tokens as their contracts describe them, by address. */
  claims?: Readonly<Record<string, ClaimedToken>>
  /** The network that the wallet is on. */
  wantedChainId?: bigint
  /** The network as the wallet is configured, for chains whose transactions do not name one. */
  network?: ShownNetwork
  /** Whether a simulation has shown what happens. */
  isSimulated?: boolean
  /** Fields that are far from usual by what the network said. */
  unusual?: readonly UnusualField[]
}

/** A network as it is shown. */
export interface ShownNetwork {
  name: string
  /** Whether its coins have no value. */
  isTest: boolean
  /** `#rrggbb`; null when it has none. */
  colour: string | null
}

/** A line of a list: what it is, and its value. Addresses are shown whole. */
export interface Row {
  label: string
  value: string
  form?: 'address' | 'mono'
  /** Above the address of a token: its name, and whether the pinned list has it. */
  token?: { name: string; isListed: boolean }
  note?: string
  /** Draws the network's colour and whether its coins have no value. */
  network?: ShownNetwork
  isStrong?: boolean
  /** Whether the value is what a contract claims. */
  isUnverified?: boolean
  /** Whether it is the wallet that signs. */
  isWallet?: boolean
  /** Whether value goes to this address: it is compared with known ones. */
  isRecipient?: boolean
}

/** An amount as the largest thing on screen. */
export interface Amount {
  value: string
  unit: string
  /** Whether the unit is what a contract claims. */
  isUnverified: boolean
}

/** One of several things that a request does. */
export interface Step {
  title: string
  rows: readonly Row[]
  isRisky: boolean
}

/** A piece of a presentation, ready to draw. */
export type Part =
  /** `costs`: what the bytes say of the fee; a screen that knows the network's own answer shows that in its place. */
  | { kind: 'rows'; role: 'facts' | 'costs'; rows: readonly Row[] }
  | { kind: 'text'; label: string; text: string; isMono: boolean }
  | { kind: 'tree'; label: string; title: string; nodes: readonly TypedField[] }
  | { kind: 'steps'; steps: readonly Step[] }
  | { kind: 'details'; label: string; parts: readonly Part[] }

/** A word of caution. */
export interface Caution {
  id: WarningId
  tone: 'plain' | 'warning' | 'danger'
  /** Whether it has to be agreed to before the request can be approved. */
  isStop: boolean
  text: string
}

/** Everything that a request shows, in words; nothing left to decide. */
export interface Presentation {
  title: string
  amount: Amount | null
  hero: 'pen' | 'file' | 'lock' | 'triangle' | 'shield' | null
  parts: readonly Part[]
  /** The gravest first. */
  cautions: readonly Caution[]
  approve: string
  /** Whether to say that it costs nothing. */
  isFree: boolean
}

/** A presentation of nothing but a title, to be filled. */
export function plainPresentation(title: string, approve: string): Presentation {
  return { title, amount: null, hero: 'pen', parts: [], cautions: [], approve, isFree: false }
}
