import { formatAmount, formatMoment } from '../amounts.js'
import { isSameAddress } from '../look-alike.js'
import { networkOf } from '../networks.js'
import { listedToken } from '../tokens/listed-tokens.js'
import type { TypedDataReading, TypedField } from '../typed-data.js'
import type { Expiry, TypedAmount, TypedDataMeaning } from '../typed-data-meaning.js'
import { actOf, stepRows } from './action.js'
import {
  type Caution,
  type Part,
  type Presentation,
  type PresentGiven,
  plainPresentation,
  type Row,
} from './presentation.js'
import { addressRow, coinsOfChain, networkRow, recipientRow } from './rows.js'
import { amountText, impostorCautions, tokenAt, tokenRow } from './tokens.js'
import { cautionsOf } from './warnings.js'

/** Typed data in words: what it allows when its type is known, whom it is for, and every field. */
export function presentTypedData(reading: TypedDataReading, given: PresentGiven): Presentation {
  const { words } = given
  const { primaryType, tree, meanings, hasUnknown } = reading
  const [first] = meanings
  const content: Part = { kind: 'tree', label: words.content, title: primaryType, nodes: tree }
  const acts = meanings.map((meaning) => meaningOf(meaning, { reading, given }))
  const facts = acts.flatMap(({ rows }) => rows)
  const named = facts.flatMap(({ form, value }) => (form === 'address' ? [value] : []))
  const domain = reading.domain
    .filter(
      ({ name, content: text }) => !(name === 'verifyingContract' && named.includes(String(text))),
    )
    .map((field) => domainRow(field, given))
  const unsigned: Row[] =
    reading.unsigned.length > 0
      ? [{ label: words.unsigned, value: reading.unsigned.join(', ') }]
      : []
  const rows: Part = { kind: 'rows', role: 'facts', rows: [...facts, ...domain, ...unsigned] }
  return {
    ...plainPresentation(titleOf(reading, given), words.sign),
    hero: first ? 'triangle' : 'pen',
    parts:
      first && !hasUnknown
        ? [rows, { kind: 'details', label: words.details, parts: [content] }]
        : [rows, content],
    cautions: [
      ...acts.flatMap(({ cautions }) => cautions),
      ...namedCautions(reading, given),
      ...cautionsOf(words, first && !hasUnknown ? [] : [isOpaque(tree) ? 'bytes' : 'unknownData']),
      ...placeCautions(reading, given),
    ],
  }
}

const titles = {
  allowance: 'permission',
  transfer: 'transfer',
  order: 'order',
  execution: 'execution',
} as const satisfies Record<TypedDataMeaning['kind'], string>

/**
 * Whether all that is signed is bytes: a hash that another account's contract takes for a message, such as Coinbase's and
 * Safe's, stands for anything.
 */
function isOpaque(tree: readonly TypedField[]): boolean {
  const isBytes = ({ type, content }: TypedField) =>
    typeof content === 'string' ? /^bytes\d*$/.test(type) : isOpaque(content)
  return tree.length > 0 && tree.every(isBytes)
}

/** What the first meaning is called; a permission names its one token where the list knows it. */
function titleOf({ meanings, chainId }: TypedDataReading, { words }: PresentGiven): string {
  const [first] = meanings
  if (!first) return words.title.typedData
  const [token, ...others] = new Set(
    first.kind === 'allowance' ? first.amounts.map((each) => each.token) : [],
  )
  const listed = token && others.length === 0 ? listedToken(chainId, token) : null
  return listed ? words.title.approve(listed.symbol) : words.title[titles[first.kind]]
}

/** A domain that takes the name of a listed token for another contract. */
function namedCautions({ domain, chainId }: TypedDataReading, { words }: PresentGiven): Caution[] {
  const text = (name: string) => {
    const content = domain.find((field) => field.name === name)?.content
    return typeof content === 'string' ? content : null
  }
  const contract = text('verifyingContract')
  const isListed = contract !== null && listedToken(chainId, contract) !== null
  return impostorCautions(text('name'), { place: chainId, isListed, words })
}

/** What to mind about the place that data is for. */
function placeCautions(
  { chainId, namesContract, isComplete, domain, tree }: TypedDataReading,
  { words, wantedChainId }: PresentGiven,
): Caution[] {
  const isOther = wantedChainId !== undefined && chainId !== null && chainId !== wantedChainId
  const isUnknown = chainId !== null && networkOf(chainId) === null
  return [
    ...cautionsOf(words, isComplete ? [] : ['long']),
    ...cautionsOf(words, hasAltered([...domain, ...tree]) ? ['hidden'] : []),
    ...cautionsOf(words, chainId === null || !namesContract ? ['unbound'] : []),
    ...cautionsOf(words, isOther ? ['chainMismatch'] : []),
    ...cautionsOf(words, isUnknown ? ['unknownNetwork'] : []),
  ]
}

function hasAltered(fields: readonly TypedField[]): boolean {
  return fields.some(
    ({ content, marks }) =>
      marks?.includes('hidden') || (typeof content !== 'string' && hasAltered(content)),
  )
}

/** Whom typed data is for, in words where its field is one of EIP-712. */
function domainRow({ name, content, marks = [] }: TypedField, given: PresentGiven): Row {
  const { words } = given
  const value = String(content)
  const note = marks
    .map((mark) => (mark === 'hidden' ? words.hiddenHere : words.mixedScripts))
    .join(' ')
  const noted = note === '' ? {} : { note }
  switch (name) {
    case 'name':
      return { label: words.domain, value, ...noted }
    case 'verifyingContract':
      return { ...addressRow(words.contract, value), ...noted }
    case 'chainId':
      return /^\d{1,20}$/.test(value)
        ? networkRow(BigInt(value), given)
        : { label: words.network, value: words.unknownNetwork(value) }
    default:
      return { label: name, value, ...noted }
  }
}

interface Place {
  reading: TypedDataReading
  given: PresentGiven
}

function meaningOf(
  meaning: TypedDataMeaning,
  place: Place,
): { rows: Row[]; cautions: readonly Caution[] } {
  const { given, reading } = place
  const { words } = given
  const expiry = expiryRows(meaning.expires, given)
  switch (meaning.kind) {
    case 'allowance': {
      const isUnlimited = meaning.amounts.some(({ units }) => units === 'unlimited')
      const spender = meaning.spender === null ? [] : [addressRow(words.spender, meaning.spender)]
      return {
        rows: [
          ...spender,
          ...meaning.amounts.flatMap((each) => amountRows(words.amount, each, place)),
          ...expiry,
        ],
        cautions: [
          ...cautionsOf(words, [isUnlimited ? 'unlimited' : 'permission']),
          ...impostorsOf(meaning.amounts, place),
        ],
      }
    }
    case 'transfer': {
      const to = meaning.to === null ? [] : [recipientRow(words.to, meaning.to)]
      return {
        rows: [
          ...to,
          ...meaning.amounts.flatMap((each) => amountRows(words.amount, each, place)),
          ...expiry,
        ],
        cautions: [...cautionsOf(words, ['transfer']), ...impostorsOf(meaning.amounts, place)],
      }
    }
    case 'execution': {
      const { chainId } = reading
      // Nothing simulates what others may do with a signature; the warning about the signature says the worst already.
      const act = actOf(meaning, {
        given: { ...given, isSimulated: true },
        chainId,
        coins: coinsOfChain(chainId, given),
      })
      const own = act.cautions.filter(({ isStop }) => isStop)
      return {
        rows: [
          { label: words.action, value: act.title, isStrong: true },
          ...stepRows(act, given),
          ...expiry,
        ],
        cautions: [
          ...cautionsOf(words, ['execution']),
          ...cautionsOf(words, meaning.isDelegated ? ['delegated'] : []),
          ...cautionsOf(words, meaning.isPaying ? ['pays'] : []),
          ...own,
        ],
      }
    }
    case 'order':
      return orderOf(meaning, { place, expiry })
  }
}

function orderOf(
  meaning: Extract<TypedDataMeaning, { kind: 'order' }>,
  { place, expiry }: { place: Place; expiry: readonly Row[] },
): { rows: Row[]; cautions: readonly Caution[] } {
  const { words, wallet } = place.given
  const isOwn = ({ to, isOwn: isSigners }: (typeof meaning.gets)[number]) =>
    isSigners === true || (to !== null && wallet !== null && isSameAddress(to, wallet))
  const isPaid = meaning.gets.some(
    (each) => isOwn(each) && each.units !== null && each.units !== 0n,
  )
  const gets = meaning.gets.flatMap((each) => [
    ...amountRows(isOwn(each) ? words.gets : words.pays, each, place),
    ...(isOwn(each) || each.to === null ? [] : [addressRow(words.to, each.to)]),
  ])
  return {
    rows: [
      ...meaning.gives.flatMap((each) => amountRows(words.gives, each, place)),
      ...gets,
      ...expiry,
    ],
    cautions: [
      ...cautionsOf(words, [isPaid ? 'order' : 'gift']),
      ...impostorsOf([...meaning.gives, ...meaning.gets], place),
    ],
  }
}

/** Tokens that call themselves by the name of another one. */
function impostorsOf(
  amounts: readonly TypedAmount[],
  { reading: { chainId }, given }: Place,
): Caution[] {
  return amounts.flatMap(({ token: address }) => {
    const token = address === null ? null : tokenAt(chainId, address, given)
    return token === null
      ? []
      : impostorCautions(token.symbol, { place: chainId, ...token, words: given.words })
  })
}

function amountRows(
  label: string,
  { token: address, units, tokenId }: TypedAmount,
  { reading: { chainId }, given }: Place,
): Row[] {
  const { words, locale } = given
  const token = address === null ? null : tokenAt(chainId, address, given)
  const rows =
    token === null
      ? []
      : [tokenRow(token, given, tokenId === null ? words.token : words.collection)]
  if (units === null) return rows
  const row = (value: string, isUnverified = false): Row => ({
    label,
    value,
    isStrong: true,
    isUnverified,
  })
  if (tokenId !== null) return [row(words.item(tokenId.toString())), ...rows]
  if (token !== null) return [row(amountText(units, token, given), !token.isListed), ...rows]
  if (units === 'unlimited') return [row(words.unlimited), ...rows]
  const isKnown = chainId !== null && networkOf(chainId) !== null
  const coins = coinsOfChain(chainId, given)
  const value = isKnown
    ? coins.say(units)
    : words.units(formatAmount(units, { decimals: 0, locale }))
  return [row(value), ...rows]
}

function expiryRows(expires: Expiry, { words, locale }: PresentGiven): Row[] {
  if (expires === null) return []
  const value = expires === 'never' ? words.never : formatMoment(expires, locale)
  return [{ label: words.expires, value, isStrong: true }]
}
