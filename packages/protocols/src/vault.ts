import { base64url, sealed, uuid } from '@sallyport/contract'
import * as z from 'zod/mini'

/*
 * What the API may ask the recovery vault (apps/vault) over its Unix socket: one JSON object per line each way,
 * `{ id, call, input }` → `{ id, output }` or `{ id, error: { code, retryAfterSeconds? } }`. The vault re-checks the user's token itself.
 */
const owner = {
  appId: z.string().check(z.minLength(1)),
  userId: z.string().check(z.minLength(1)),
  walletId: uuid,
}
/** One of the recovery keys of a root. The oldest key of a root from before keys had ids has the root's own id. */
const keyId = uuid
const accessToken = z.string().check(z.maxLength(8192))
/** The vault's own statement that the session has proven a factor. */
const mfaToken = z.optional(z.string().check(z.maxLength(2048)))

/** A user, named by a token that the vault verifies. */
const claim = { appId: owner.appId, userId: owner.userId, accessToken }
const code = z.string().check(z.maxLength(32))
const phoneNumber = z.string().check(z.maxLength(32))
const text = (max: number) => z.string().check(z.maxLength(max))
const credentialId = text(1364)
/** What the vault says of a user's factors; no secret. */
const factors = z.array(
  z.object({
    method: z.enum(['sms', 'totp', 'passkey']),
    credentialId: z.optional(z.string()),
    verifiedAtMs: z.number(),
  }),
)
/** What the browser answers when it uses a passkey, in base64url. */
const assertion = z.strictObject({
  credentialId,
  clientDataJson: text(8192),
  authenticatorData: text(8192),
  signature: text(4096),
  userHandle: z.nullable(text(128)),
  /** Page above the one that used it; the API has judged it. */
  topOrigin: z.nullable(text(300)),
})
/** What the API keeps of a linked passkey. */
const passkey = z.strictObject({
  credentialId,
  publicKey: text(8192),
  counter: z.number(),
  rpId: text(300),
  userHandle: text(128),
  transports: z.array(text(32)).check(z.maxLength(16)),
})

/** Whom the vault tells of recoveries and changes of factors by itself: the user's verified email addresses, as the API names them. */
const contacts = z.strictObject({
  /** As the texts name the app. */
  appName: text(200),
  emails: z
    .array(z.string().check(z.maxLength(254), z.regex(/^[^\s@<>]+@[^\s@<>]+$/)))
    .check(z.maxLength(5)),
})

/** Every call of the vault. */
export const vaultCalls = {
  /** Liveness, and the public key frames seal recovery keys to (raw P-256 point, base64url). */
  health: {
    input: z.strictObject({}),
    output: z.object({ status: z.literal('ok'), publicKey: base64url }),
  },
  /** Pins an app's token key (SPKI PEM) on first sight; another key for the same app is refused with `key_mismatch`. */
  pinAppKey: {
    input: z.strictObject({ appId: z.string(), issuer: z.string(), verificationKey: z.string() }),
    output: z.object({}),
  },
  /**
   * Changes an app's token keys by a statement that the newest pinned key signed (ES256, compact JWS; `tokenKeyStatement`).
   * The earlier key stays accepted while its tokens live, unless the statement revokes it.
   */
  changeAppKey: {
    input: z.strictObject({ appId: z.string(), statement: z.string().check(z.maxLength(8192)) }),
    output: z.object({}),
  },
  /**
   * Keeps a recovery key with its root's commitment and answers both as stored, sealed to a key that the sealed message names. Same id
   * and value again: accepted; another value, or an id that was deleted: `already_stored`; of another root than the user's:
   * `root_mismatch`.
   */
  storeRecoveryKey: {
    input: z.strictObject({
      ...owner,
      keyId,
      accessToken,
      sealedRecoveryKey: sealed,
      readBackPublicKey: base64url,
      /** As `pinContacts`. */
      contacts: z.optional(contacts),
    }),
    output: z.object({ sealedRecoveryKey: sealed }),
  },
  /**
   * Names whom the vault tells. An address that is taken off the list is told of that, and of everything that happens for
   * seven days. Changed too often: `too_many_requests`, and the list stays.
   */
  pinContacts: {
    input: z.strictObject({ appId: owner.appId, userId: owner.userId, contacts }),
    output: z.object({}),
  },
  /** Releases a recovery key and its root's commitment, sealed to the frame's ephemeral key. Every release is counted, and a request answered once. */
  releaseRecoveryKey: {
    input: z.strictObject({
      ...owner,
      keyId,
      accessToken,
      recipientPublicKey: base64url,
      /** Proof of the user's secret, sealed to the vault: a key that was stored with the hash of one is released to nothing else. */
      sealedRecoveryProof: z.optional(sealed),
      /** Without it nothing is released for a user who has a second factor. */
      mfaToken,
      /** SPKI of the device that recovers, base64url. */
      devicePublicKey: base64url,
      /** By its key, over `recoverMessage(…)`. */
      deviceSignature: base64url,
      /** Guests have a smaller part of the app's limit. Not trusted for more: the whole limit holds for all. */
      isGuest: z.optional(z.boolean()),
    }),
    output: z.object({ sealedRecoveryKey: sealed }),
  },
  /**
   * Says which root the user has: the one of this recovery key, for ever, where none was said before. Sealed to the frame. Of another
   * root: `root_mismatch`. An imported wallet is one by itself.
   */
  pinRoot: {
    input: z.strictObject({ ...owner, keyId, accessToken, readBackPublicKey: base64url }),
    output: z.object({ sealedRootPin: sealed }),
  },
  /** Deletes recovery keys of a root: they are released no more, and their bytes are dropped 30 days later. */
  deleteRecoveryKeys: {
    input: z.strictObject({ ...owner, keyIds: z.array(keyId).check(z.maxLength(100)) }),
    output: z.object({}),
  },
  /** Deletes the factors and counters of a user, for whom the vault answers no call afterwards: nothing is stored or released. */
  deleteUser: {
    input: z.strictObject({ appId: owner.appId, userId: owner.userId }),
    output: z.object({}),
  },
  /** The key that the vault signs its statements about factors with: SPKI PEM. */
  factorKey: { input: z.strictObject({}), output: z.object({ publicKey: z.string() }) },
  listFactors: {
    input: z.strictObject({ appId: owner.appId, userId: owner.userId }),
    output: z.object({ factors }),
  },
  /** Makes a secret, a code or a challenge for this session. A `phoneNumber` is one that becomes a factor. */
  startFactor: {
    input: z.strictObject({
      ...claim,
      mfaToken,
      start: z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('totp') }),
        z.strictObject({ method: z.literal('sms'), phoneNumber: z.nullable(phoneNumber) }),
        z.strictObject({ method: z.literal('passkey'), origin: text(300) }),
      ]),
    }),
    output: z.discriminatedUnion('method', [
      z.object({ method: z.literal('totp'), secret: z.string() }),
      // The API delivers the code, so it can read it: docs/trust/threats.md.
      z.object({ method: z.literal('sms'), phoneNumber: z.string(), code: z.string() }),
      z.object({
        method: z.literal('passkey'),
        challenge: z.string(),
        credentials: z.array(
          z.object({ id: z.string(), rpId: z.string(), transports: z.array(z.string()) }),
        ),
      }),
    ]),
  },
  /** Makes a factor of what was started, or replaces the set of passkeys. A user who has a factor must have proven one. */
  confirmFactor: {
    input: z.strictObject({
      ...claim,
      mfaToken,
      proof: z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('totp'), code }),
        z.strictObject({ method: z.literal('sms'), code, phoneNumber }),
        z.strictObject({
          method: z.literal('passkey'),
          passkeys: z.array(passkey).check(z.maxLength(20)),
        }),
      ]),
    }),
    /** Without a token where nothing was proven. */
    output: z.object({ factors, token: z.nullable(z.string()) }),
  },
  /** Checks a proof and answers the statement that the session has proven a factor. */
  verifyFactor: {
    input: z.strictObject({
      ...claim,
      proof: z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('totp'), code }),
        z.strictObject({ method: z.literal('sms'), code }),
        z.strictObject({ method: z.literal('recovery_code'), code }),
        z.strictObject({ method: z.literal('passkey'), assertion }),
      ]),
    }),
    output: z.object({ token: z.string() }),
  },
  /** Removes a factor; the session must have proven one. */
  removeFactor: {
    input: z.strictObject({
      ...claim,
      mfaToken,
      factor: z.discriminatedUnion('method', [
        z.strictObject({ method: z.enum(['sms', 'totp']) }),
        z.strictObject({ method: z.literal('passkey'), credentialId }),
      ]),
    }),
    output: z.object({ factors }),
  },
  /** Ten new recovery codes; the old ones end. */
  makeRecoveryCodes: {
    input: z.strictObject({ ...claim, mfaToken }),
    output: z.object({ codes: z.array(z.string()) }),
  },
  /** Starts the delay after which the factors can be removed. One that runs is not restarted. */
  startFactorReset: {
    input: z.strictObject(claim),
    output: z.object({ dueAtMs: z.number() }),
  },
  cancelFactorReset: {
    input: z.strictObject({ appId: owner.appId, userId: owner.userId }),
    output: z.object({}),
  },
  /** Removes the factors of a reset whose delay is over by the vault's clock; does nothing before. */
  completeFactorReset: {
    input: z.strictObject({ appId: owner.appId, userId: owner.userId }),
    output: z.object({ factors }),
  },
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>

/** What the payload of `changeAppKey`'s statement says. */
export const tokenKeyStatement = z.strictObject({
  purpose: z.literal('sallyport/token-key/v1'),
  appId: z.string(),
  issuer: z.string(),
  /** SPKI PEM of the newest key from now on. It may be the key that signs the statement. */
  verificationKey: z.string(),
  /** Earlier keys, as SPKI PEM, whose tokens are refused from now on. */
  revoked: z.array(z.string()).check(z.maxLength(20)),
})
export type TokenKeyStatement = z.output<typeof tokenKeyStatement>

export type VaultCall = keyof typeof vaultCalls
export type VaultInput<C extends VaultCall> = z.output<(typeof vaultCalls)[C]['input']>
export type VaultOutput<C extends VaultCall> = z.output<(typeof vaultCalls)[C]['output']>

/** Why the vault refuses. */
export const vaultErrorCodes = [
  'invalid_request',
  'invalid_token',
  'key_mismatch',
  // The vault knows another root of this user.
  'root_mismatch',
  'already_stored',
  'not_found',
  'replayed',
  'too_many_requests',
  // The user has a factor, and this session has not proven it.
  'factor_required',
  'invalid_factor_token',
  // A signature that does not verify, or that answers no challenge.
  'wrong_signature',
  // A code that is wrong, used or too old, a signature used before, or a passkey that is not a factor.
  'wrong_code',
  // Of the signer: the consent does not allow the request.
  'policy_violation',
  // A row of the program's database is not the one that it wrote.
  'row_refused',
  // The clock of the program's host is not that of its database: no limit or expiry could be trusted.
  'clock_off',
  'internal_error',
] as const
export type VaultErrorCode = (typeof vaultErrorCodes)[number]
