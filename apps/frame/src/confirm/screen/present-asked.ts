import { type ConfirmationAsks, oauthProviderNames } from '@sallyport/contract'
import type { Copy } from '../copy/en.js'
import { type Presentation, plainPresentation, type Row } from './presentation.js'

/** What a call of the page has to be confirmed for: a login is added, replaced or moved, or another app is logged in to. */
export function presentAsked(asks: ConfirmationAsks, copy: Copy): Presentation {
  const texts = copy.asked
  if (asks.kind === 'share') {
    const { name, origin, read_only } = asks.requester
    return {
      ...plainPresentation(texts.shareTitle(name), texts.share),
      hero: 'shield',
      parts: [{ kind: 'rows', rows: [{ label: copy.site, value: origin, isStrong: true }] }],
      cautions: [{ tone: 'warning', text: read_only ? texts.seesOnly : texts.asksLater }],
    }
  }
  const { kind, account } = asks
  return {
    ...plainPresentation(texts.title[kind], texts.approve[kind]),
    hero: 'shield',
    parts: [{ kind: 'rows', rows: [rowOf(account, texts)] }],
    cautions: [{ tone: 'warning', text: texts.opens }, ...(kind === 'move' ? [moved(texts)] : [])],
  }
}

const moved = (texts: Copy['asked']) => ({ tone: 'warning', text: texts.moves }) as const

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
