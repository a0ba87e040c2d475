import { tokenTable } from './token-table.js'

/** A token of the pinned list. */
export interface ListedToken {
  symbol: string
  decimals: number
}

/** Chain ids as the list has them; `solana` for mints. */
export type TokenPlace = bigint | 'solana' | null

/** The token whose contract or mint `address` is; null when the pinned list has none at that place. */
export function listedToken(place: TokenPlace, address: string): ListedToken | null {
  if (place === null) return null
  const key = address.startsWith('0x') ? address.slice(2).toLowerCase() : address
  return tokensAt(place.toString()).get(key) ?? null
}

/** The tokens that the pinned list has at a place, in its order. Contracts are hex in small letters, with `0x`. */
export function listedTokensAt(place: TokenPlace): readonly (ListedToken & { address: string })[] {
  if (place === null) return []
  const isMint = place === 'solana'
  return Array.from(tokensAt(place.toString()), ([key, token]) => ({
    ...token,
    address: isMint ? key : `0x${key}`,
  }))
}

/**
 * Whether `name`, which a contract or a message calls itself by, is the name of a listed token: then it is that token's by its
 * contract alone, and a warning anywhere else. Letters that only look alike count as the same.
 */
export function isListedName(name: string): boolean {
  const known = [...Object.keys(tokenTable).flatMap(symbolsAt), ...longNames]
  return known.some((each) => skeleton(each) === skeleton(name))
}

/** What some listed tokens call themselves in the domain of their permits. */
const longNames = [
  'USD Coin',
  'Tether USD',
  'Dai Stablecoin',
  'Wrapped Ether',
  'Wrapped BTC',
  'ETH',
  'SOL',
  'BTC',
]

const parsed = new Map<string, ReadonlyMap<string, ListedToken>>()

function tokensAt(place: string): ReadonlyMap<string, ListedToken> {
  const found = parsed.get(place) ?? new Map(linesAt(place).map(parseLine))
  parsed.set(place, found)
  return found
}

function symbolsAt(place: string): string[] {
  return [...tokensAt(place).values()].map(({ symbol }) => symbol)
}

function linesAt(place: string): string[] {
  const table = Object.hasOwn(tokenTable, place) ? (tokenTable[place] ?? '') : ''
  return table
    .trim()
    .split('\n')
    .filter((line) => line !== '')
}

function parseLine(line: string): [string, ListedToken] {
  const [symbol = '', decimals = '', address = ''] = line.split(' ')
  return [address, { symbol, decimals: Number(decimals) }]
}

/** Letters of other scripts and signs that are drawn like Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    ѕ: 's',
    і: 'i',
    ј: 'j',
    ԁ: 'd',
    т: 't',
  },
  ...{
    к: 'k',
    м: 'm',
    н: 'h',
    в: 'b',
    α: 'a',
    ο: 'o',
    ρ: 'p',
    υ: 'u',
    ν: 'v',
    ι: 'i',
    κ: 'k',
    τ: 't',
  },
  ...{ '0': 'o', '1': 'l', '₮': 't', $: 's' },
}

/** The text by what it looks like: compared, never shown. */
function skeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
  return Array.from(plain, (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replaceAll('i', 'l')
}
