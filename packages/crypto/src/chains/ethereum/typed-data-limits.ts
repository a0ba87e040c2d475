import { TypedDataError, type TypedDataTypes } from './typed-data-types.js'

/** The most that is hashed. Real messages stay far below; hostile ones would block the page (T-34). */
export const typedDataLimits = {
  /** Structs, and characters of all their names and types together. */
  structs: 100,
  typeLength: 20_000,
  /** Values of message and domain, structs and lists included. */
  values: 5_000,
  depth: 32,
} as const

/**
 * Returns when typed data is small enough to hash at once; the look itself is short for data of any size and shape.
 *
 * @throws TypedDataError `too_large` or `too_deep`.
 */
export function checkTypedDataLimits(data: {
  types: TypedDataTypes
  domain: unknown
  message: unknown
}): void {
  const structs = Object.entries(data.types)
  if (structs.length > typedDataLimits.structs) throw new TypedDataError('too_large', 'types')
  let typeLength = 0
  for (const [struct, fields] of structs) {
    typeLength += struct.length
    // What is not a list of fields is refused by `checkTypes`.
    for (const field of Array.isArray(fields) ? fields : []) {
      typeLength += textLength(field?.name) + textLength(field?.type) + 2
    }
    if (typeLength > typedDataLimits.typeLength) throw new TypedDataError('too_large', 'types')
  }
  const budget = { left: typedDataLimits.values }
  countValues(data.domain, budget, 0)
  countValues(data.message, budget, 0)
}

function countValues(value: unknown, budget: { left: number }, depth: number): void {
  budget.left -= 1
  if (budget.left < 0) throw new TypedDataError('too_large', 'message')
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  if (depth > typedDataLimits.depth) throw new TypedDataError('too_deep', 'message')
  const parts = Array.isArray(value) ? value : Object.values(value)
  for (const part of parts) countValues(part, budget, depth + 1)
}

function textLength(text: unknown): number {
  return typeof text === 'string' ? text.length : 0
}
