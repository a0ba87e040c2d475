import { formatAmount, formatFee } from '@sallyport/contract/requests'
import type { Amount } from './preview.js'

/** An amount with its unit in one line. */
export function inLine(amount: Amount, locale: string, places = 6): string {
  return `${formatAmount(amount.units, { decimals: amount.decimals, locale, places })} ${amount.symbol}`
}

/** A fee with its unit in one line: six leading digits, rounded up. */
export function feeInLine({ units, decimals, symbol }: Amount, locale: string): string {
  return `${formatFee(units, { decimals, locale })} ${symbol}`
}
