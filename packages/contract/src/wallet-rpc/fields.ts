import * as z from 'zod/mini'
import { chainType } from '../primitives.js'

/** Most digits of a hex text in a body (wire reference §36). */
const mostHex = 300_002

const quantityForm = /^0x[0-9a-fA-F]{1,64}$/

/**
 * A number below 2²⁵⁶: `0x` and 1 to 64 hex digits, or a whole number that JSON holds exactly. The value is a bigint.
 *
 * @param most  The largest number; by default what fits into 256 bits.
 */
export function quantity(most: bigint = 2n ** 256n - 1n) {
  const message = 'Must be a 0x hex number or a whole number'
  return z.pipe(
    z.union(
      [
        z.string().check(z.regex(quantityForm, message)),
        z.int(message).check(z.minimum(0, message)),
      ],
      { error: ({ input }) => (input === undefined ? undefined : message) },
    ),
    z.pipe(
      z.transform((value: string | number) => BigInt(value)),
      z.bigint().check(z.maximum(most, 'Must be a smaller number')),
    ),
  )
}

/** Whole bytes as `0x` hex; `0x` alone is zero bytes. */
export const bytes = z
  .string()
  .check(
    z.maxLength(mostHex, { error: 'Must be shorter', abort: true }),
    z.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Must be 0x hex, two digits a byte'),
  )

/** A digest: 32 bytes as `0x` hex. */
export const digest = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'Must be 0x hex of 32 bytes'))

/**
 * An Ethereum address in lower case. Its letter case is not checked here, since this package has no keccak: the API refuses a mistyped one
 * before it asks the signer.
 */
export const ethereumAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'Must be an Ethereum address')),
  z.transform((text) => text.toLowerCase() as `0x${string}`),
)

/** Base64 with padding, of at least one byte. */
export function base64Bytes(mostLength: number) {
  const message = 'Must be base64'
  return z.string().check(
    z.minLength(1, message),
    z.maxLength(mostLength, { error: 'Must be shorter', abort: true }),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/, message),
    z.refine((text) => text.length % 4 === 0, message),
  )
}

/** Text without a lone surrogate, which has no bytes: encoders replace it, and two texts would share one signature. */
export function wellFormed(mostLength: number) {
  return z
    .string()
    .check(
      z.maxLength(mostLength, { error: 'Must be shorter', abort: true }),
      z.regex(/^\P{Surrogate}*$/u, 'Must be well-formed text'),
    )
}

/** Hex with or without `0x`, of any whole number of bytes: clients send both forms (wire reference §36). */
export function looseHex(mostLength: number) {
  return z
    .string()
    .check(
      z.maxLength(mostLength, { error: 'Must be shorter', abort: true }),
      z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, 'Must be hex, two digits a byte'),
    )
}

/** Which wallet a request is for, where the URL does not say it all. Clients of each age send other ones of these. */
export const named = {
  chain_type: z.optional(chainType),
  address: z.optional(z.string().check(z.minLength(1), z.maxLength(90))),
  wallet_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
}

/** Who pays for a send, and the app's own name of it. */
export const sending = {
  sponsor: z.optional(z.boolean()),
  sponsor_options: z.optional(z.strictObject({ asset: z.string().check(z.maxLength(64)) })),
  reference_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
}
