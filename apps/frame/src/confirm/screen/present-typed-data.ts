import {
  type Expiry,
  formatAmount,
  formatMoment,
  networkOf,
  type TypedAmount,
  type TypedDataMeaning,
  type TypedDataReading,
  type TypedField,
} from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { networkRow } from './network-row.js'
import { inWords } from './present-ethereum.js'
import {
  type Caution,
  type Part,
  type Presentation,
  plainPresentation,
  type Row,
} from './presentation.js'

/** Typed data in words: what it allows when its type is known, whom it is for, and every field. */
export function presentTypedData(
  reading: TypedDataReading,
  { words, wallet }: { words: Words; wallet: string | null },
): Presentation {
  const { copy } = words
  const { primaryType, domain, tree, meanings, unsigned } = reading
  const domainRows = domain.map((field) => domainRow(field, copy))
  const parts: Part[] = [{ kind: 'tree', label: copy.content, title: primaryType, nodes: tree }]
  if (domainRows.length > 0) parts.unshift({ kind: 'rows', rows: domainRows })
  if (unsigned.length > 0) {
    parts.push({ kind: 'rows', rows: [{ label: copy.unsigned, value: unsigned.join(', ') }] })
  }
  const place = placeCautions(reading, copy)
  const [first] = meanings
  // Orders and permissions of unknown forms are data too: nothing says that it costs nothing.
  if (!first) {
    const unknown: Caution = { tone: 'warning', text: copy.warning.unknownData }
    const plain = plainPresentation(copy.title.typedData, copy.sign)
    return { ...plain, parts, cautions: [unknown, ...place] }
  }
  const native = nativeOf(reading)
  const cautions = meanings.flatMap((meaning) => cautionsOf(meaning, { copy, wallet }))
  return {
    ...plainPresentation(copy.title[titleOf[first.kind]], copy.sign),
    hero: 'triangle',
    parts: [
      ...meanings.map((meaning): Part => {
        return { kind: 'rows', rows: meaningRows(meaning, { words, wallet, native }) }
      }),
      ...parts,
    ],
    // Ten permits are one warning.
    cautions: [...cautions, ...place].filter(
      ({ text }, index, all) => all.findIndex((each) => each.text === text) === index,
    ),
    isAskedTwice: cautions.some(({ tone }) => tone === 'danger'),
  }
}

/** What to mind about the place that data is for. */
function placeCautions(
  { chainId, namesContract, isComplete }: TypedDataReading,
  copy: Copy,
): Caution[] {
  const { warning } = copy
  const cautions: Caution[] = []
  if (chainId === null || !namesContract) cautions.push({ tone: 'warning', text: warning.unbound })
  if (chainId !== null && networkOf(chainId) === null) {
    cautions.push({ tone: 'warning', text: warning.unknownNetwork })
  }
  if (!isComplete) cautions.push({ tone: 'danger', text: warning.long })
  return cautions
}

function cautionsOf(
  meaning: TypedDataMeaning,
  { copy, wallet }: { copy: Copy; wallet: string | null },
): Caution[] {
  if (meaning.kind === 'execution') {
    const { caution } = inWords(meaning.action, { copy, value: '' })
    return [
      { tone: 'danger', text: copy.warning.execution },
      ...(meaning.isDelegated ? [{ tone: 'danger', text: copy.warning.delegated } as const] : []),
      ...(caution?.tone === 'danger' ? [caution] : []),
    ]
  }
  if (meaning.kind === 'allowance' && hasUnlimited(meaning.amounts)) {
    return [{ tone: 'danger', text: copy.warning.unlimited }]
  }
  if (meaning.kind === 'order' && !meaning.gets.some(({ to }) => to === wallet)) {
    return [{ tone: 'danger', text: copy.warning.gift }]
  }
  return [{ tone: 'warning', text: copy.warning[warningOf[meaning.kind]] }]
}

type Kind = TypedDataMeaning['kind']
const titleOf = {
  allowance: 'permission',
  transfer: 'transfer',
  order: 'order',
  execution: 'execution',
} as const satisfies Record<Kind, keyof Copy['title']>
const warningOf = {
  allowance: 'permission',
  transfer: 'transfer',
  order: 'order',
  execution: 'execution',
} as const satisfies Record<Kind, keyof Copy['warning']>

function hasUnlimited(amounts: readonly TypedAmount[]): boolean {
  return amounts.some(({ units }) => units === 'unlimited')
}

/** Whom typed data is for, in words where its field is one of EIP-712. */
function domainRow({ name, content }: TypedField, copy: Copy): Row {
  const value = String(content)
  switch (name) {
    case 'name':
      return { label: copy.domain, value }
    case 'verifyingContract':
      return { label: copy.contract, value, form: 'address' }
    case 'chainId':
      return /^\d{1,20}$/.test(value)
        ? networkRow(BigInt(value), copy)
        : { label: copy.network, value: copy.unknownNetwork(value) }
    default:
      return { label: name, value }
  }
}

function meaningRows(
  meaning: TypedDataMeaning,
  { words, wallet, native }: { words: Words; wallet: string | null; native: string | null },
): Row[] {
  const { copy } = words
  const rows: Row[] = []
  const party = (label: string, value: string | null) => {
    if (value !== null) rows.push({ label, value, form: 'address' })
  }
  switch (meaning.kind) {
    case 'allowance':
      party(copy.spender, meaning.spender)
      rows.push(
        ...meaning.amounts.flatMap((each) => amountRows(copy.amount, each, { words, native })),
      )
      break
    case 'transfer':
      party(copy.to, meaning.to)
      rows.push(
        ...meaning.amounts.flatMap((each) => amountRows(copy.amount, each, { words, native })),
      )
      break
    case 'execution': {
      const value = `${formatAmount(meaning.valueWei, { decimals: 18, locale: words.locale })} ${native ?? copy.nativeCoin}`
      const spoken = inWords(meaning.action, { copy, value })
      rows.push({ label: copy.action, value: spoken.title, isStrong: true }, ...spoken.rows)
      if (meaning.valueWei > 0n) rows.push({ label: copy.value, value, isStrong: true })
      break
    }
    case 'order':
      rows.push(...meaning.gives.flatMap((each) => amountRows(copy.gives, each, { words, native })))
      for (const each of meaning.gets) {
        const isOwn = each.to === wallet
        rows.push(...amountRows(isOwn ? copy.gets : copy.pays, each, { words, native }))
        if (!isOwn) party(copy.to, each.to)
      }
  }
  return [...rows, ...expiryRows(meaning.expires, words)]
}

function amountRows(
  label: string,
  { token, units, tokenId }: TypedAmount,
  { words: { copy, locale }, native }: { words: Words; native: string | null },
): Row[] {
  if (units === null) return []
  const written = () => {
    if (tokenId !== null) return copy.item(tokenId.toString())
    if (units === 'unlimited') return copy.unlimited
    return token === null && native !== null
      ? `${formatAmount(units, { decimals: 18, locale })} ${native}`
      : copy.units(units.toString())
  }
  const row: Row = { label, value: written(), isStrong: true }
  return token === null ? [row] : [row, { label: copy.token, value: token, form: 'address' }]
}

/** The symbol of the network's native coin; null when the network is not known. */
function nativeOf({ chainId }: TypedDataReading): string | null {
  return chainId === null ? null : (networkOf(chainId)?.symbol ?? null)
}

function expiryRows(expires: Expiry, { copy, locale }: Words): Row[] {
  if (expires === null) return []
  const value = expires === 'never' ? copy.never : formatMoment(expires, locale)
  return [{ label: copy.expires, value, isStrong: true }]
}
