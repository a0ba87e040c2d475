import type { Network, TypedField } from '@sallyport/contract/requests'
import type { IconName } from './icons.js'

/** A line of a list: what it is, and its value. Addresses are shown whole. */
export interface Row {
  label: string
  value: string
  form?: 'address' | 'mono'
  note?: string
  /** Draws the network's colour and whether its coins have no value. */
  network?: Network
  isStrong?: boolean
}

/** A piece of a confirmation, ready to draw. */
export type Part =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'text'; label: string; text: string; isMono: boolean }
  | { kind: 'tree'; label: string; title: string; nodes: readonly TypedField[] }
  | { kind: 'steps'; steps: readonly { title: string; rows: readonly Row[]; isRisky: boolean }[] }
  | { kind: 'details'; label: string; parts: readonly Part[] }

/** A word of caution. */
export interface Caution {
  tone: 'warning' | 'danger'
  text: string
}

/** Everything a confirmation shows, in words; nothing left to decide. */
export interface Presentation {
  title: string
  /** The largest thing on screen, where an amount is what it is about. */
  amount: { value: string; unit: string } | null
  hero: IconName | null
  parts: readonly Part[]
  cautions: readonly Caution[]
  approve: string
  /** Whether to say that it costs nothing. */
  isFree: boolean
  /** Whether a warning of its own comes before it: it gives away control or value. */
  isAskedTwice: boolean
}

/** A presentation of nothing but a title, to be filled. */
export function plainPresentation(title: string, approve: string): Presentation {
  return {
    ...{ title, amount: null, hero: 'pen', parts: [], cautions: [], approve },
    ...{ isFree: false, isAskedTwice: false },
  }
}

/** The warning that comes before a presentation: its title and dangers, and nothing to sign. */
export function warningBefore(shown: Presentation, approve: string): Presentation {
  const cautions = shown.cautions.filter(({ tone }) => tone === 'danger')
  return { ...plainPresentation(shown.title, approve), hero: 'triangle', cautions }
}
