import {
  type Expiry,
  formatMoment,
  networkOf,
  type TypedAmount,
  type TypedDataMeaning,
  type TypedDataReading,
  type TypedField,
} from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { type Part, type Presentation, plainPresentation, type Row } from './presentation.js'

/** Typed data in words: what it allows when its type is known, whom it is for, and every field. */
export function presentTypedData(reading: TypedDataReading, words: Words): Presentation {
  const { copy } = words
  const { primaryType, domain, tree, meaning } = reading
  const domainRows = domain.map((field) => domainRow(field, copy))
  const parts: Part[] = [{ kind: 'tree', label: copy.content, title: primaryType, nodes: tree }]
  if (domainRows.length > 0) parts.unshift({ kind: 'rows', rows: domainRows })
  // Orders and permissions of unknown types are data too: nothing says that it costs nothing.
  if (!meaning) return { ...plainPresentation(copy.title.typedData, copy.sign), parts }
  const isUnlimited = meaning.kind === 'allowance' && hasUnlimited(meaning.amounts)
  return {
    ...plainPresentation(copy.title[titleOf[meaning.kind]], copy.sign),
    hero: 'triangle',
    parts: [{ kind: 'rows', rows: meaningRows(meaning, words) }, ...parts],
    cautions: [
      {
        tone: isUnlimited ? 'danger' : 'warning',
        text: isUnlimited ? copy.warning.unlimited : copy.warning[warningOf[meaning.kind]],
      },
    ],
  }
}

type Kind = TypedDataMeaning['kind']
const titleOf = {
  allowance: 'permission',
  transfer: 'transfer',
  order: 'order',
} as const satisfies Record<Kind, keyof Copy['title']>
const warningOf = {
  allowance: 'permission',
  transfer: 'transfer',
  order: 'order',
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
    case 'chainId': {
      const network = /^\d{1,20}$/.test(value) ? networkOf(BigInt(value)) : null
      return { label: copy.network, value: network?.name ?? copy.unknownNetwork(value) }
    }
    default:
      return { label: name, value }
  }
}

function meaningRows(meaning: TypedDataMeaning, words: Words): Row[] {
  const { copy } = words
  const rows: Row[] = []
  const party = (label: string, value: string | null) => {
    if (value !== null) rows.push({ label, value, form: 'address' })
  }
  switch (meaning.kind) {
    case 'allowance':
      party(copy.spender, meaning.spender)
      rows.push(...meaning.amounts.flatMap((each) => amountRows(copy.amount, each, words)))
      break
    case 'transfer':
      party(copy.to, meaning.to)
      rows.push(...meaning.amounts.flatMap((each) => amountRows(copy.amount, each, words)))
      break
    case 'order':
      rows.push(...meaning.gives.flatMap((each) => amountRows(copy.gives, each, words)))
      for (const each of meaning.gets) {
        rows.push(...amountRows(copy.gets, each, words))
        party(copy.to, each.to)
      }
  }
  return [...rows, ...expiryRows(meaning.expires, words)]
}

function amountRows(label: string, { token, units, tokenId }: TypedAmount, { copy }: Words): Row[] {
  if (units === null) return []
  const count = units === 'unlimited' ? copy.unlimited : copy.units(units.toString())
  const value = tokenId === null ? count : copy.item(tokenId.toString())
  const row: Row = { label, value, isStrong: true }
  return token === null ? [row] : [row, { label: copy.token, value: token, form: 'address' }]
}

function expiryRows(expires: Expiry, { copy, locale }: Words): Row[] {
  if (expires === null) return []
  const value = expires === 'never' ? copy.never : formatMoment(expires, locale)
  return [{ label: copy.expires, value, isStrong: true }]
}
