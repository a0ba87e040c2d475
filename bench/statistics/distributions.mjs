/**
 * How far counts lie from a uniform distribution: chi-square less its mean, in its standard deviations.
 *
 * @param counts  how often each value came, all values that are possible.
 */
export function uniformSigmas(counts) {
  const values = [...counts]
  const freedom = values.length - 1
  const expected = values.reduce((sum, count) => sum + count, 0) / values.length
  const chiSquare = values.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return (chiSquare - freedom) / Math.sqrt(2 * freedom)
}

/** How far a count lies from what so many tries with this probability give, in standard deviations. */
export function countSigmas(count, { tries, probability }) {
  const expected = tries * probability
  return (count - expected) / Math.sqrt(expected * (1 - probability))
}

/** The one that lies furthest from 0, on either side. */
export function furthest(sigmas) {
  return sigmas.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
}

/** How many of the numbers came before; sorts the typed array it is given. */
export function countRepeats(numbers) {
  numbers.sort()
  return numbers.reduce((repeats, one, at) => repeats + (at > 0 && one === numbers[at - 1]), 0)
}

/**
 * Two samples without the slowest `share` (0 … 1) of both together: what is cut is not chosen by sample, so that the rest
 * can be compared.
 */
export function trimSlowest([a, b], share) {
  const all = Float64Array.from([...a, ...b]).sort()
  const most = all[Math.ceil(all.length * (1 - share)) - 1]
  return [a, b].map((times) => times.filter((time) => time <= most))
}

/**
 * Welch's t-test.
 *
 * @returns `difference` of the means (second less first), its `error` (one standard deviation) and `t`, their ratio.
 */
export function welch([a, b]) {
  const [first, second] = [momentsOf(a), momentsOf(b)]
  const difference = second.mean - first.mean
  const error = Math.sqrt(first.variance / a.length + second.variance / b.length)
  // Alike to the last digit: no difference, not one that cannot be told.
  return { difference, error, t: difference === 0 ? 0 : difference / error }
}

function momentsOf(numbers) {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const squares = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, variance: squares / (numbers.length - 1) }
}
