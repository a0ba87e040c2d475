/** Largest request: characters of text plus one for each value (security design §2.13). */
export const maxRequestSize = 256 * 1024
/** Deepest nesting of a request. */
const maxRequestDepth = 32

/**
 * Whether `value` is plain data (what JSON can say, BigInt and `undefined`) within the size and depth limits.
 * Every visit costs, so values that share or repeat parts cannot make the walk long.
 */
export function isSmallPlainData(value: unknown): boolean {
  const budget = { left: maxRequestSize }
  return visit(value, budget, 0)
}

function visit(value: unknown, budget: { left: number }, depth: number): boolean {
  budget.left -= 1
  if (budget.left < 0 || depth > maxRequestDepth) return false
  switch (typeof value) {
    case 'string':
      budget.left -= value.length
      return budget.left >= 0
    case 'bigint':
      // No number on any chain has more than 256 bits.
      return value < 2n ** 256n && value > -(2n ** 256n)
    case 'object':
      return value === null || visitParts(value, budget, depth)
    default:
      return typeof value !== 'function' && typeof value !== 'symbol'
  }
}

function visitParts(value: object, budget: { left: number }, depth: number): boolean {
  if (Array.isArray(value)) {
    if (value.length > budget.left) return false
    return value.every((part) => visit(part, budget, depth + 1))
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') return false
  for (const [key, part] of Object.entries(value)) {
    budget.left -= key.length
    if (!visit(part, budget, depth + 1)) return false
  }
  return true
}
