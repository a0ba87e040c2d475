import * as z from 'zod/mini'
import { userIdPrefix } from './vendor.js'

/** A required string with the texts the specification gives for missing and malformed values. */
export function requiredString(message: string) {
  return z.string(message).check(z.minLength(1, message))
}

/** E-mail address: valid, trimmed, lower-cased, at most 254 characters (specification §5). */
export const emailAddress = z
  .string('Invalid email address')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'Invalid email address'),
    z.email('Invalid email address'),
  )

/** One-time code: exactly 6 characters (specification §5; digits are the sender's choice). */
export const oneTimeCode = z
  .string('Verification code must have 6 digits.')
  .check(z.length(6, 'Verification code must have 6 digits.'))

/** Guest credential: exactly 43 characters (specification §5). */
export const guestCredential = z
  .string('Guest credential must have 43 characters.')
  .check(z.length(43, 'Guest credential must have 43 characters.'))

/** `no-signup` refuses unknown accounts; `login-or-sign-up` (the default) makes a user (specification §4). */
export const authenticateMode = z.enum(['no-signup', 'login-or-sign-up'])

/** App id in a path or header. */
export const appId = requiredString('App ID must be provided')

/** User id without its prefix; the prefix is accepted and stripped (specification §5). */
export const userId = z.pipe(
  requiredString('User ID must be provided'),
  z.transform((id: string) => (id.startsWith(userIdPrefix) ? id.slice(userIdPrefix.length) : id)),
)

/** The four embedded wallet chains (specification §3). */
export const chainTypes = ['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'] as const
export const chainType = z.enum(chainTypes)
export type ChainType = (typeof chainTypes)[number]

/** Canonical base64url without padding. */
export const base64url = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]*$/, 'Must be base64url without padding'))

/** Lower-case UUID, as `crypto.randomUUID()` gives it. */
export const uuid = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Must be a UUID'),
  )

/** Unix time in seconds. */
export const unixSeconds = z.number()

/** `{ success: true }`: every 2xx of a browser route has a JSON body (wire reference §4). */
export const success = z.object({ success: z.boolean() })

/** Map of string to string, number or boolean (specification §3). */
export const customMetadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
