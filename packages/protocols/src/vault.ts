import { base64url, sealed, uuid } from '@sallyport/contract'
import * as z from 'zod/mini'

/*
 * What the API may ask the recovery vault (apps/signer) over its Unix socket: one JSON object per line each way,
 * `{ id, call, input }` → `{ id, output }` or `{ id, error: { code } }`. The vault re-checks the user's token itself.
 */
const owner = {
  appId: z.string().check(z.minLength(1)),
  userId: z.string().check(z.minLength(1)),
  walletId: uuid,
}
const accessToken = z.string().check(z.maxLength(8192))

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
  /** Keeps a root's recovery key. Same root and value again: accepted; another value: `already_stored`. */
  storeRecoveryKey: {
    input: z.strictObject({ ...owner, accessToken, sealedRecoveryKey: sealed }),
    output: z.object({}),
  },
  /** Releases a root's recovery key sealed to the frame's ephemeral key; counted against the app's breaker. */
  releaseRecoveryKey: {
    input: z.strictObject({
      ...owner,
      accessToken,
      recipientPublicKey: base64url,
      /** Guests have a smaller part of the app's limit. Not trusted for more: the whole limit holds for all. */
      isGuest: z.optional(z.boolean()),
    }),
    output: z.object({ sealedRecoveryKey: sealed }),
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
  'already_stored',
  'not_found',
  'too_many_requests',
  'internal_error',
] as const
export type VaultErrorCode = (typeof vaultErrorCodes)[number]
