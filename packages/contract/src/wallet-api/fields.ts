import * as z from 'zod/mini'
import { userId } from '../primitives/user-id.js'
import { shortText } from '../primitives.js'

/** The id of a wallet, quorum, policy, rule, set or limit: 24 lower-case letters and digits, beginning with a letter. */
export const resourceId = z
  .string('Must be an id')
  .check(z.regex(/^[a-z][a-z0-9]{23}$/, 'Must be an id of 24 lower-case letters and digits'))

/** A name for people. */
export const displayName = shortText(50, 'Must be text of at most 50 characters')

/** The app's own id of a wallet: set once, unique within the app. */
export const externalId = z
  .string('Must be text')
  .check(
    z.minLength(1, 'Must have 1 to 64 characters'),
    z.maxLength(64, 'Must have 1 to 64 characters'),
    z.regex(/^[\w-]*$/, 'Must have letters, digits, _ and - only'),
  )

/** The app's own id of a transaction: unique within the app. */
export const referenceId = shortText(64, 'Must be text of at most 64 characters')

/** Unix time in milliseconds, as all of the wallet API has it. */
export const milliseconds = z.int()

/**
 * A P-256 public key as a client sends it: SPKI in base64, where white space may break it, or PEM. The value has no white space and no
 * armour. Whether it is a point of the curve is checked where there is a curve.
 */
export const publicKey = z.pipe(
  z
    .string('public_key must be provided')
    .check(
      z.minLength(1, 'public_key must be provided'),
      z.maxLength(1_000, 'Must be a P-256 public key'),
    ),
  z.pipe(
    z.transform((text: string) => text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '')),
    z.string().check(z.regex(/^[A-Za-z0-9+/]{86,248}={0,2}$/, 'Must be a P-256 public key')),
  ),
)

/** Who owns a resource: one key or one user. Strict, so that the `owner: {}` of an old client is refused. */
export const owner = z.nullable(
  z.union(
    [z.strictObject({ public_key: publicKey }), z.strictObject({ user_id: userId })],
    'owner must be { public_key } or { user_id }',
  ),
)

/** Owner of a resource at its creation or change: a key or user, or the id of a quorum. */
export const ownership = {
  owner: z.optional(owner),
  owner_id: z.optional(z.nullable(resourceId)),
}

/** Refuses both ways to name an owner at once. */
export function oneOwner() {
  return z.refine<{ owner?: unknown; owner_id?: unknown }>(
    ({ owner: given, owner_id: id }) => given === undefined || id === undefined,
    { error: 'Give owner or owner_id, not both', path: ['owner_id'] },
  )
}

/** Refuses a change that changes nothing. */
export function atLeastOne() {
  return z.refine<Record<string, unknown>>(
    (body) => Object.values(body).some((value) => value !== undefined),
    'Give at least one field',
  )
}

/** Query text `true` and `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false'], 'Must be true or false'),
  z.transform((text) => text === 'true'),
)

/** Texts joined by commas, as clients send lists in a query. */
export function commaList(most: number) {
  return z.pipe(
    z.string().check(z.minLength(1), z.maxLength(2_000)),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(z.string().check(z.minLength(1))).check(z.maxLength(most)),
    ),
  )
}
