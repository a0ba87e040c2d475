import { type ConfirmationAsks, oauthProviderNames } from '@sallyport/contract'
import { plainPresentation, type Row } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import type { Presentation } from './present.js'

/** What a call of the page has to be confirmed for: a login is added, replaced or moved, or another app is logged in to. */
export function presentAsked(
  asks: ConfirmationAsks,
  { copy, request }: Pick<Words, 'copy' | 'request'>,
): Presentation {
  const texts = copy.asked
  if (asks.kind === 'share') {
    const { name, origin, read_only } = asks.requester
    const site: Row = { label: request.site, value: origin, isStrong: true }
    return {
      ...plainPresentation(texts.shareTitle(name), texts.share),
      hero: 'shield',
      parts: [{ kind: 'rows', role: 'facts', rows: [site] }],
      cautions: [warning(read_only ? texts.seesOnly : texts.asksLater)],
      isRisky: false,
    }
  }
  const { kind, account } = asks
  return {
    ...plainPresentation(texts.title[kind], texts.approve[kind]),
    hero: 'shield',
    parts: [{ kind: 'rows', role: 'facts', rows: [rowOf(account, texts)] }],
    cautions: [texts.opens, ...(kind === 'move' ? [texts.moves] : [])].map(warning),
    isRisky: false,
  }
}

const warning = (text: string) => ({ tone: 'warning', isStop: false, text }) as const

function rowOf({ type, name }: { type: string; name: string }, texts: Copy['asked']): Row {
  const label = labelOf(type, texts)
  return type === 'wallet'
    ? { label, value: name, form: 'address' }
    : { label, value: name, isStrong: true }
}

function labelOf(type: string, { types, other }: Copy['asked']): string {
  const names: Readonly<Record<string, string>> = { ...types, ...oauthProviderNames }
  const named = type.replace(/_oauth$/, '')
  return Object.hasOwn(names, named) ? (names[named] ?? other) : other
}
