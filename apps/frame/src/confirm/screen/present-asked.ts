import { type ConfirmationAsks, oauthProviderNames } from '@sallyport/contract'
import { inertText, plainPresentation, type Row } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import type { Presentation } from './present.js'

/** What a call of the page has to be confirmed for: a login is added, replaced, moved or removed, or another app is logged in to. */
export function presentAsked(
  asks: ConfirmationAsks,
  { copy, request }: Pick<Words, 'copy' | 'request'>,
): Presentation {
  const texts = copy.asked
  if (asks.kind === 'share') {
    const { name, origin, read_only } = asks.requester
    const site: Row = { label: request.site, value: origin, isStrong: true }
    // The app could call itself anything: its name is a row that says so, and no part of the question.
    const own: Row = { label: texts.nameOfApp, value: shortName(name) }
    return {
      ...plainPresentation(texts.shareTitle(hostOf(origin)), texts.share),
      hero: 'shield',
      parts: [{ kind: 'rows', role: 'facts', rows: [site, own] }],
      cautions: [warning(read_only ? texts.seesOnly : texts.asksLater)],
      isRisky: false,
    }
  }
  const { kind, account } = asks
  return {
    ...plainPresentation(texts.title[kind], texts.approve[kind]),
    hero: 'shield',
    parts: [{ kind: 'rows', role: 'facts', rows: [rowOf(account, texts)] }],
    cautions: cautionsOf(kind, texts).map(warning),
    isRisky: false,
  }
}

function cautionsOf(kind: 'add' | 'replace' | 'move' | 'remove', texts: Copy['asked']): string[] {
  if (kind === 'remove') return [texts.removes]
  return kind === 'move' ? [texts.opens, texts.moves] : [texts.opens]
}

const warning = (text: string) => ({ tone: 'warning', isStop: false, text }) as const

function rowOf({ type, name }: { type: string; name: string }, texts: Copy['asked']): Row {
  const label = labelOf(type, texts)
  const value = shortName(name)
  if (type === 'wallet') return { label, value, form: 'address' }
  return proven.includes(type)
    ? { label, value, isStrong: true }
    : { label: texts.nameOfUser(label), value, isStrong: true }
}

/** Types whose name is what was proven; others are called as their user likes. */
const proven: readonly string[] = ['wallet', 'email', 'phone', 'cross_app']
const longestName = 60

/** A name that others have chosen, without what could hide or reorder the words around it. */
function shortName(name: string): string {
  return inertText(name.replaceAll(/\s+/gu, ' '), longestName).text
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : shortName(origin)
}

function labelOf(type: string, { types, other }: Copy['asked']): string {
  const names: Readonly<Record<string, string>> = { ...types, ...oauthProviderNames }
  const named = type.replace(/_oauth$/, '')
  return Object.hasOwn(names, named) ? (names[named] ?? other) : other
}
