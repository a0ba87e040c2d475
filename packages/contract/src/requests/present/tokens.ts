import { formatAmount } from '../amounts.js'
import { inertText } from '../inert-text.js'
import { networkOf } from '../networks.js'
import { shortenSix } from '../shorten.js'
import { isListedName, listedToken, type TokenPlace } from '../tokens/listed-tokens.js'
import type { Amount, Caution, PresentGiven, Row } from './presentation.js'
import { caution } from './warnings.js'

/** A token as a presentation names it. */
export interface NamedToken {
  address: string
  /** Of the pinned list, or what the contract claims; null when neither says. */
  symbol: string | null
  decimals: number | null
  isListed: boolean
}

/** What is known of the token at `address`: by the pinned list, else by what its contract claims. */
export function tokenAt(
  place: TokenPlace,
  address: string,
  { claims = {} }: PresentGiven,
): NamedToken {
  const listed = listedToken(place, address)
  if (listed) return { address, ...listed, isListed: true }
  const claim = Object.entries(claims).find(([key]) => key.toLowerCase() === address.toLowerCase())
  if (!claim) return { address, symbol: null, decimals: null, isListed: false }
  const [, { symbol, decimals }] = claim
  return { address, symbol: inertText(symbol, 20).text, decimals, isListed: false }
}

/** The row of a token or a collection: its name, by the pinned list or unverified, and its whole address. */
export function tokenRow(
  { address, symbol, isListed }: NamedToken,
  { words }: PresentGiven,
  label = words.token,
): Row {
  const name = nameOf({ symbol, isListed }, words)
  return { label, value: address, form: 'address', token: { name, isListed } }
}

function nameOf(
  { symbol, isListed }: Pick<NamedToken, 'symbol' | 'isListed'>,
  words: PresentGiven['words'],
): string {
  if (symbol === null) return words.unverifiedToken
  return isListed ? symbol : words.unverified(symbol)
}

/** The warning of a contract that calls itself by a name which the pinned list has for another contract. */
export function impostorCautions(
  name: string | null,
  {
    place,
    isListed,
    words,
  }: { place: TokenPlace; isListed: boolean; words: PresentGiven['words'] },
): Caution[] {
  if (name === null || isListed || !isListedName(name)) return []
  // Coins of test networks have no value, and each of them has its own.
  if (typeof place === 'bigint' && networkOf(place)?.isTest) return []
  return [caution('impostor', words.warning.impostor(inertText(name, 40).text))]
}

/**
 * An amount of a token as the largest thing on screen. Without decimals it is in smallest units, which says so.
 *
 * @param sign  put before it: `−` for what leaves.
 */
export function bigAmount(
  units: bigint | 'unlimited',
  token: NamedToken,
  { given, sign = '' }: { given: PresentGiven; sign?: string },
): Amount {
  const { words, locale } = given
  const { symbol, decimals, isListed } = token
  const isUnverified = !isListed
  if (units === 'unlimited') {
    return {
      value: words.unlimited,
      unit: symbol === null ? '' : nameOf(token, words),
      isUnverified,
    }
  }
  const count = formatAmount(units, { decimals: decimals ?? 0, locale })
  const value = units === 0n ? count : `${sign}${count}`
  return {
    value,
    unit: decimals === null ? words.smallestUnits : nameOf(token, words),
    isUnverified,
  }
}

/** An amount of a token in one line. */
export function amountText(
  units: bigint | 'unlimited',
  token: NamedToken,
  given: PresentGiven,
): string {
  const { words, locale } = given
  if (units !== 'unlimited' && token.decimals === null) {
    return words.unitsOf(formatAmount(units, { decimals: 0, locale }), shortenSix(token.address))
  }
  const { value, unit } = bigAmount(units, token, { given })
  return unit === '' ? value : `${value} ${unit}`
}
