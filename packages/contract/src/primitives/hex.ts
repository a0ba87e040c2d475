import * as z from 'zod/mini'

/** Whole bytes as `0x` and hex digits, at most `maxBytes` of them; `0x` alone is zero bytes. */
export function hexBytes(message: string, maxBytes = 131_072) {
  return z
    .string(message)
    .check(
      z.maxLength(2 + 2 * maxBytes, { error: message, abort: true }),
      z.regex(/^0x(?:[0-9a-fA-F]{2})*$/, message),
    )
}

/** An amount below 2²⁵⁶: `0x` and 1 to 64 hex digits, or a whole number that JSON carries exactly (specification §3). */
export function quantity(name: string) {
  const message = `${name} must be a 0x hex string or a whole number`
  return z.union(
    [
      z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, message)),
      z.number().check(z.refine((value) => Number.isSafeInteger(value) && value >= 0, message)),
    ],
    message,
  )
}
