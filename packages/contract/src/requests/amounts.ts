/** How an amount is written. */
export interface AmountFormat {
  /** Places of one unit: 18 for ether, 9 for SOL. */
  decimals: number
  locale: string
  /** Fraction digits shown at most; an amount smaller than the last of them shows all of its digits. Default: exact. */
  places?: number
}

/** A whole number of base units as a decimal text: exact, `.` as separator, without trailing zeros. */
export function toDecimal(units: bigint, decimals: number): string {
  const { sign, whole, fraction } = partsOf(units, decimals)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** An amount with the separators of `locale` and Latin digits, which everybody can compare. Never rounded to nothing. */
export function formatAmount(units: bigint, { decimals, locale, places }: AmountFormat): string {
  const shown = places === undefined ? units : roundTo(units, 10n ** power(decimals - places))
  const { sign, whole, fraction } = partsOf(shown, decimals)
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const point = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${sign}${format.format(BigInt(whole))}${fraction === '' ? '' : `${point}${fraction}`}`
}

/** `units`, rounded up so that at most `digits` leading digits are left: the least that a sender must have. */
export function roundUp(units: bigint, digits: number): bigint {
  const step = 10n ** power(units.toString().length - digits)
  return ((units + step - 1n) / step) * step
}

/** An amount with at most `digits` leading digits, rounded up: the other digits of a fee are not compared. */
export function formatFee(
  units: bigint,
  { digits = 6, ...format }: Omit<AmountFormat, 'places'> & { digits?: number },
): string {
  return formatAmount(roundUp(units, digits), format)
}

/** A moment in Unix seconds as date and time in words; the number itself when it is not a date. */
export function formatMoment(seconds: bigint, locale: string): string {
  if (seconds < 0n || seconds > 8_640_000_000_000n) return seconds.toString()
  return new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(Number(seconds) * 1_000))
}

function partsOf(units: bigint, decimals: number) {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return {
    sign: units < 0n ? '-' : '',
    whole: digits.slice(0, at),
    fraction: digits.slice(at).replace(/0+$/, ''),
  }
}

/** Rounds half away from zero to a multiple of `step`; amounts below one step stay as they are. */
function roundTo(units: bigint, step: bigint): bigint {
  const size = units < 0n ? -units : units
  if (size < step) return units
  const rounded = ((size + step / 2n) / step) * step
  return units < 0n ? -rounded : rounded
}

function power(places: number): bigint {
  return BigInt(Math.max(places, 0))
}
