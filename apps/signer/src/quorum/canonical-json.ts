export { canonicalJson } from '@sallyport/contract'

/** Deeper requests are refused: no call of the wallet API comes near. */
const mostDepth = 64

/**
 * Whether every reader reads a value of JSON alike: no lone surrogate, which has no bytes; no number that loses digits; no name that
 * objects have already; not too deep.
 */
export function isPlainJson(value: unknown): boolean {
  return isPlain(value, 0)
}

function isPlain(value: unknown, depth: number): boolean {
  if (depth > mostDepth) return false
  if (typeof value === 'string') return isWellFormed(value)
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1))
  return Object.entries(value).every(
    ([name, each]) => name !== '__proto__' && isWellFormed(name) && isPlain(each, depth + 1),
  )
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
