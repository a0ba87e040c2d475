import * as z from 'zod/mini'
import { emailMaxLength, guestCredentialLength, verificationCodeLength } from './limits.js'

/** A required string with the texts the specification gives for missing and malformed values. */
export function requiredString(message: string) {
  return z.string(message).check(z.minLength(1, message))
}

/** Letters, digits and signs that RFC 5322 calls atext, and dots; a domain whose last label may be an international one. */
const addressForm = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d.-]+\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/

/** Later rules do not run on a refused address: one message, and no pattern sees an overlong text. */
const refusal = { error: 'Invalid email address', abort: true }

/**
 * Email address: valid, lower-cased, at most 254 characters (specification §5).
 *
 * Only printable ASCII is let in, before anything is changed, so that lower-casing maps no foreign letter onto a Latin
 * one (the Kelvin sign becomes `k`) and no invisible character is trimmed away: two spellings share a stored address
 * only if they differ in letter case or in spaces around them. Nothing else is rewritten: dots and `+` suffixes
 * name different addresses, and internationalised domains come in their `xn--` form.
 */
// Made by a function: a page that asks for no address does without it.
export const emailAddress = /* @__PURE__ */ createEmailAddress()

function createEmailAddress() {
  return z.string('Invalid email address').check(
    // With the spaces around it: no pattern sees a long text.
    z.maxLength(4 * emailMaxLength, refusal),
    z.regex(/^[\x20-\x7e]*$/, refusal),
    z.trim(),
    z.toLowerCase(),
    z.maxLength(emailMaxLength, refusal),
    z.email({ ...refusal, pattern: addressForm }),
    // No empty part; mail servers reject a domain with a label that begins or ends in a hyphen as malformed (T-40).
    z.regex(/^(?!\.|.*(?:\.[.@]|@(?:[.-]|[^@]*(?:\.-|-\.|-$))))/, refusal),
  )
}

/** One-time code: exactly 6 characters (specification §5; digits are the sender's choice). */
export const oneTimeCode = z
  .string('Verification code must have 6 digits.')
  .check(z.length(verificationCodeLength, 'Verification code must have 6 digits.'))

/** Guest credential: exactly 43 characters (specification §5). */
export const guestCredential = z
  .string('Guest credential must have 43 characters.')
  .check(z.length(guestCredentialLength, 'Guest credential must have 43 characters.'))

/** Nonce of `account_transfer_required` (wire reference §13). */
export const transferNonce = /* @__PURE__ */ z
  .string('Please specify the nonce.')
  .check(z.minLength(1, 'Please specify the nonce.'), z.maxLength(128, 'Invalid nonce'))

/** `no-signup` refuses unknown accounts; `login-or-sign-up` (the default) makes a user (specification §4). */
export const authenticateMode = z.enum(
  ['no-signup', 'login-or-sign-up'],
  "mode must be 'no-signup' or 'login-or-sign-up'",
)

/** App id in a path or header. */
export const appId = /* @__PURE__ */ requiredString('App ID must be provided')

/** The four embedded wallet chains (specification §3). */
export const chainTypes = ['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'] as const
export const chainType = z.enum(chainTypes, 'Please specify a supported chain type.')
export type ChainType = (typeof chainTypes)[number]

/** Place of a wallet under its root: a whole number from 0 to 2³¹ − 1, the indexes of BIP-32 that are not hardened. */
export const walletIndex = z.number().check(
  // One function for three rules of the library, which together cost every page 0.3 KB.
  ({ value, issues }) => {
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return
    issues.push({ code: 'custom', message: 'Must be a wallet index', input: value })
  },
)

/** Canonical base64url without padding. */
// Marked pure: a page without custody code does without it.
export const base64url = /* @__PURE__ */ z
  .string('Must be base64url without padding')
  .check(z.regex(/^[A-Za-z0-9_-]*$/, 'Must be base64url without padding'))

/** Lower-case UUID, as `crypto.randomUUID()` gives it. */
export const uuid = /* @__PURE__ */ z
  .string('Must be a UUID')
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Must be a UUID'),
  )

/** Unix time in seconds. */
export const unixSeconds = z.number()

/** `{ success: true }`: every 2xx of a browser route has a JSON body (wire reference §4). */
export const success = z.object({ success: z.boolean() })

/** Text of at most `max` UTF-16 units that a database can hold: no NUL, no lone surrogate. */
export function shortText(max: number, message: string) {
  return z
    .string(message)
    .check(z.maxLength(max, message), z.regex(/^[^\0\p{Surrogate}]*$/u, message))
}

/**
 * A JSON object with any keys and values of one kind. `z.record` does the same for 1 KB more in the browser. An own
 * key `__proto__` is dropped.
 */
export function mapOf<S extends z.ZodMiniType>(value: S) {
  return z.catchall(z.object({}), value)
}

/** Map of string to string, number or boolean (specification §3). */
export const customMetadata = mapOf(z.union([z.string(), z.number(), z.boolean()]))
