/**
 * An amount as people write it: exact, with the separators of `locale` and digits everybody can compare.
 *
 * @param decimals  Places of one unit: 18 for ether, 9 for SOL.
 */
export function formatUnits(
  units: bigint,
  { decimals, locale }: { decimals: number; locale: string },
) {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = BigInt(digits.slice(0, digits.length - decimals))
  const rest = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const point = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${format.format(whole)}${rest === '' ? '' : `${point}${rest}`}`
}

/** A moment in Unix seconds as date and time in words; the number itself when it is no date. */
export function formatMoment(seconds: bigint, locale: string): string {
  if (seconds < 0n || seconds > 8_640_000_000_000n) return seconds.toString()
  return new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(Number(seconds) * 1_000))
}
