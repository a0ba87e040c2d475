import { formatAmount, formatFee } from '../amounts.js'
import { isSameAddress, looksLike } from '../look-alike.js'
import { networkOf } from '../networks.js'
import { shortenSix } from '../shorten.js'
import type { Caution, Part, PresentGiven, Row } from './presentation.js'
import { caution } from './warnings.js'

/** The row of an address, whole. */
export function addressRow(label: string, value: string): Row {
  return { label, value, form: 'address' }
}

/** The row of an account that value goes to. */
export function recipientRow(label: string, value: string): Row {
  return { label, value, form: 'address', isRecipient: true }
}

/** The row of a network by its chain id: its name, or its number when it is not known. */
export function networkRow(chainId: bigint, { words }: PresentGiven): Row {
  const network = networkOf(chainId)
  if (!network) return { label: words.network, value: words.unknownNetwork(chainId.toString()) }
  return { label: words.network, value: network.name, network }
}

/** The row of the network whose transactions do not name it: as the wallet is configured, else by the chain's name. */
export function ownNetworkRow(name: string, { words, network }: PresentGiven): Row {
  if (!network) return { label: words.network, value: name }
  return { label: words.network, value: network.name, network }
}

/** How amounts of a network's own coin are written. */
export interface Coins {
  unit: string
  decimals: number
  /** Exact. */
  say(units: bigint): string
  /** To six leading digits, rounded up. */
  sayFee(units: bigint): string
}

/** Writes amounts of a coin. */
export function coinsOf(
  coin: { unit: string; decimals: number },
  { locale }: Pick<PresentGiven, 'locale'>,
): Coins {
  const format = { decimals: coin.decimals, locale }
  return {
    ...coin,
    say: (units) => `${formatAmount(units, format)} ${coin.unit}`,
    sayFee: (units) => `${formatFee(units, format)} ${coin.unit}`,
  }
}

/** The coin of an Ethereum network, by its chain id. */
export function coinsOfChain(chainId: bigint | null, given: PresentGiven): Coins {
  const symbol = chainId === null ? undefined : networkOf(chainId)?.symbol
  return coinsOf({ unit: symbol ?? given.words.nativeCoin, decimals: 18 }, given)
}

/** The row of a fee. */
export function feeRow(
  units: bigint,
  { words, coins }: { words: PresentGiven['words']; coins: Coins },
): Row {
  return { label: words.fee, value: coins.sayFee(units), note: words.feeNote }
}

/** The rows with what is known about each recipient: whether it is the user's own, or new. */
export function withNotes(rows: readonly Row[], given: PresentGiven): Row[] {
  const { words, sentTo } = given
  const own = ownOf(given)
  return rows.map((row) => {
    if (!row.isRecipient || row.note !== undefined) return row
    if (own.some((each) => isSameAddress(each, row.value)))
      return { ...row, note: words.ownAddress }
    const isKnown = sentTo?.some((each) => isSameAddress(each, row.value)) ?? true
    return isKnown ? row : { ...row, note: words.neverSent }
  })
}

/** Warnings of addresses that look like one of the user's, or like one that they sent to, without being it. */
export function lookAlikeCautions(parts: readonly Part[], given: PresentGiven): Caution[] {
  const known = [...ownOf(given), ...(given.sentTo ?? [])]
  // The details spell the same addresses once more, as the data does.
  const facts = parts.filter(({ kind }) => kind !== 'details')
  return rowsOf(facts).flatMap(({ form, value }) => {
    const found = form === 'address' ? looksLike(value, known) : null
    if (found === null) return []
    const text = given.words.warning.lookAlike(shortenSix(value), shortenSix(found))
    return [caution('lookAlike', text)]
  })
}

function ownOf({ wallet, own = [] }: PresentGiven): string[] {
  return [...(wallet === null ? [] : [wallet]), ...own]
}

/** Every row of the parts. */
export function rowsOf(parts: readonly Part[]): Row[] {
  return parts.flatMap(rowsOfPart)
}

function rowsOfPart(part: Part): readonly Row[] {
  if (part.kind === 'rows') return part.rows
  if (part.kind === 'steps') return part.steps.flatMap(({ rows }) => rows)
  return part.kind === 'details' ? rowsOf(part.parts) : []
}
