/**
 * A whole number of base units as a decimal text, exact.
 *
 * @param decimals  places of one unit: 18 for ether, 9 for SOL.
 * @returns Without trailing zeros, `.` as separator; for machines and for `Intl`.
 */
export function toDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
}

/** How an amount is to be written. */
export interface AmountFormat {
  decimals: number
  locale: string
  /** Places shown at most; smaller amounts than the last place show all theirs. */
  places?: number
}

/** An amount in the reader's notation, never rounded to nothing; exact when `places` is left out. */
export function formatAmount(units: bigint, format: AmountFormat): string {
  const { decimals, locale, places = 18 } = format
  const smallest = 10n ** BigInt(Math.max(decimals - places, 0))
  const size = units < 0n ? -units : units
  const shown = size < smallest ? decimals : places
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: Math.min(shown, 18) })
  // `Intl` takes decimal texts exactly; the types want a template literal.
  return number.format(toDecimal(units, decimals) as `${number}`)
}

/** `count` of a unit of time in the reader's words, for example `12 sec`. */
export function formatSeconds(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
  }).format(count)
}

/** First and last characters of an address or hash: `0x12f…9aB4`. Short texts stay whole. */
export function shorten(text: string): string {
  const head = text.startsWith('0x') ? 5 : 4
  return text.length <= head + 5 ? text : `${text.slice(0, head)}…${text.slice(-4)}`
}
