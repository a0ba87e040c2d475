/** An integer in any of the spellings typed data may have; null when `value` is not one. */
export function integer(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // 80 characters hold any 256-bit number; reading longer text takes time that grows with its square.
  const isWritten =
    typeof value === 'string' && value.length <= 80 && /^(-?\d+|0x[0-9a-f]+)$/i.test(value)
  return isWritten ? BigInt(value) : null
}

/** Whether `value` is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
