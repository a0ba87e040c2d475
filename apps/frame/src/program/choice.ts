import type { ProgramChoice } from '@sallyport/contract'
import { listedNetworks, listedTokensAt, networkOf } from '@sallyport/contract/requests'

/** A coin that a program may pay. */
export interface Coin {
  /** `native`, or a contract in lower case. */
  asset: string
  symbol: string
  decimals: number
}

/** The network of the sandbox. */
const localChainId = '31337'

/** The most that transfers of a token may cost in network fees a day, where the program asked for nothing else: 0.005 of the coin. */
export const defaultFees = '5000000000000000'
/** Digits after the point of the coins that fees are paid in, on each of the networks. */
export const feeDecimals = 18

/**
 * Networks to pick from, the one that is picked at first before the others: what the program asked for, and on this computer the local network.
 * Test networks are offered where the page runs on this computer, or the program asked for one.
 */
export function networksFor({ isLocal, asked }: { isLocal: boolean; asked?: string | undefined }) {
  const offered = listedNetworks().filter(
    ({ chainId, isTest }) => !isTest || isLocal || chainId === asked,
  )
  const first = asked ?? (isLocal ? localChainId : undefined)
  return offered.toSorted((a, b) => Number(b.chainId === first) - Number(a.chainId === first))
}

/** What can be paid on a network: its coin, and the tokens of the pinned list. */
export function coinsOn(chainId: string): readonly Coin[] {
  const symbol = networkOf(BigInt(chainId))?.symbol ?? 'ETH'
  const tokens = listedTokensAt(BigInt(chainId)).map(({ address, ...token }) => ({
    asset: address,
    ...token,
  }))
  return [{ asset: 'native', symbol, decimals: 18 }, ...tokens]
}

/** An amount as it was typed, in the smallest unit; undefined for what is none, or 0. */
export function unitsOf(typed: string, decimals: number): string | undefined {
  const [, whole = '', fraction = ''] = /^\s*(\d*)(?:[.,](\d*))?\s*$/.exec(typed) ?? []
  if (whole + fraction === '' || fraction.length > decimals || whole.length > 40) return undefined
  const units = BigInt((whole || '0') + fraction.padEnd(decimals, '0'))
  return units > 0n ? units.toString() : undefined
}

/** Addresses, one on each line, in lower case, each once; undefined where one of them is none. */
export function addressesOf(typed: string): string[] | undefined {
  const lines = typed
    .split(/[\s,;]+/)
    .filter((each) => each !== '')
    .map((each) => each.toLowerCase())
  const isRight = lines.length > 0 && lines.length <= 50
  if (!isRight || !lines.every((each) => /^0x[0-9a-f]{40}$/.test(each))) return undefined
  return [...new Set(lines)]
}

/** What is picked at first: what the program asked for, else that it only reads, for a day. */
export function firstChoice(asked: ProgramChoice | undefined): ProgramChoice {
  return asked ?? { pay: null, hours: 24 }
}
