/** Writes `count` seconds in the reader's language, for example `12 sec`. */
export function formatSeconds(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
  }).format(count)
}
