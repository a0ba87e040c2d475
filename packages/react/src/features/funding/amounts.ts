import { formatAmount } from '@sallyport/contract/requests'
import type { Price } from '../../config.js'
import type { FundingAsset } from '../../flow/funding-data.js'
import { parseAmount } from '../../parse-amount.js'

/** An amount with its symbol, for reading. */
export function writeUnits(
  units: bigint,
  { symbol, decimals }: Pick<FundingAsset, 'symbol' | 'decimals'>,
  locale: string,
): string {
  return `${formatAmount(units, { decimals, locale, places: 6 })} ${symbol}`
}

/** Why a typed amount cannot be used. */
export type AmountProblem = 'missing' | 'fine'

/** Reads an amount as people type it. */
export function readTyped(
  text: string,
  { decimals }: Pick<FundingAsset, 'decimals'>,
): { units: bigint } | { problem: AmountProblem } {
  const units = parseAmount(text, decimals)
  if (units !== null) return units > 0n ? { units } : { problem: 'missing' }
  // Read again with room for more digits: then there were only too many of them.
  return parseAmount(text, 60) === null ? { problem: 'missing' } : { problem: 'fine' }
}

/** An amount of money in the asset, with at most six digits after the point; null when the text is not an amount. */
export function toAsset(money: string, price: Price, { decimals }: FundingAsset): string | null {
  const value = Number(money.trim().replace(',', '.'))
  if (!(value > 0 && price.amount > 0)) return null
  return trimZeros((value / price.amount).toFixed(Math.min(6, decimals)))
}

/** An amount of the asset in money, with two digits after the point; null when the text is not an amount. */
export function toMoney(amount: string, price: Price): string | null {
  const value = Number(amount.trim().replace(',', '.'))
  return value > 0 ? (value * price.amount).toFixed(2) : null
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
