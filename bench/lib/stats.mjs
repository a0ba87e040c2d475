/** The value below which `share` (0 … 1) of the numbers lie. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle one of the numbers. */
export const median = (numbers) => percentile(numbers, 0.5)

/** For each key of the records, the median over the records. */
export function medians(records) {
  const keys = Object.keys(records[0] ?? {})
  return Object.fromEntries(keys.map((key) => [key, median(records.map((one) => one[key]))]))
}

/** A number with three significant digits, thousands kept whole. */
export function short(number) {
  if (!Number.isFinite(number)) return '–'
  if (Math.abs(number) >= 100) return Math.round(number).toLocaleString('en')
  return String(Number(number.toPrecision(3)))
}
