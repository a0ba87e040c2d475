/** Writes `count` seconds in the reader's language, for example `12 sec`. */
export function formatSeconds(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
  }).format(count)
}

/** Writes `count` seconds as a countdown of a constant width, for example `0:09`. */
export function formatCountdown(count: number, locale: string): string {
  const minutes = new Intl.NumberFormat(locale).format(Math.floor(count / 60))
  const seconds = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(count % 60)
  return `${minutes}:${seconds}`
}
