import * as z from 'zod/mini'
import { base64url, chainType, uuid } from '../primitives.js'
import { route } from '../route.js'
import { account, bytes, chosenRecovery, generation, recoveryKey } from '../share-fields.js'

/*
 * Share storage, called by the wallet frame only. A root (one secret, many addresses) is named by `wallet_id`, a UUID
 * the frame draws; each device holds one generation of shares (a polynomial of its own), named by a UUID too.
 * See docs/trust/custody.md for the two phases: `stored` → (read back and used) → `active`.
 */

/** One HPKE message: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, base mode (RFC 9180). */
export const sealed = z.strictObject({ enc: base64url, ciphertext: base64url })
export type Sealed = z.output<typeof sealed>

const rootAccount = z.object({
  chain_type: chainType,
  wallet_index: z.number(),
  address: z.string(),
  public_key: z.optional(z.string()),
})
/** A root of the caller. */
export const walletRoot = z.object({
  wallet_id: uuid,
  imported: z.boolean(),
  recovery_method: z.string(),
  /** Of a method that the user owns. */
  recovery_locator: z.optional(z.string()),
  /** The confirming address first: the one the root was made with. Its key signs every root proof. */
  accounts: z.array(rootAccount),
})
export type WalletRoot = z.output<typeof walletRoot>
/** What the server and the vault read back from their rows. */
const readBack = {
  sealed_recovery_key: sealed,
  encrypted_recovery_share: z.string(),
}
const stored = z.object({ state: z.literal('stored'), receipt: z.string(), ...readBack })
const exists = z.object({ state: z.literal('exists'), root: walletRoot })
/** A signature by the key of the root's confirming address: the caller has the root open. */
const rootProof = bytes(512)
/**
 * The root's custody key, which nothing that a page asks for is ever signed with (T-18): the Ethereum address of the key, and its
 * EIP-191 signature over the text of `root_proof`; at creation over `custodyKeyMessage(…)`.
 */
const custody = z.optional(
  z.strictObject({
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    proof: bytes(128),
  }),
)
const walletParams = z.object({ wallet_id: uuid })
const generationParams = z.object({ wallet_id: uuid, generation_id: uuid })

/** Custody routes of the wallet frame. */
export const embeddedWallet = {
  list: route({
    method: 'POST',
    path: '/embedded_wallets/list',
    auth: 'frame',
    summary: "The caller's active roots and their addresses",
    response: z.object({ roots: z.array(walletRoot) }),
    errors: ['missing_or_invalid_token'],
  }),
  create: route({
    method: 'POST',
    path: '/embedded_wallets',
    auth: 'frame',
    summary: 'Phase one of creation: store the shares of a new root; nothing is visible yet',
    body: z.strictObject({
      wallet_id: uuid,
      ...generation,
      ...recoveryKey,
      /** The user brought the key along: a wallet of its own, besides the one that is made for them. */
      imported: z.optional(z.boolean()),
      /** Automatic when absent. */
      recovery: z.optional(z.strictObject(chosenRecovery)),
      /** The first is the confirming address; its index is 0. */
      accounts: z.array(account).check(z.minLength(1), z.maxLength(4)),
      custody,
    }),
    response: z.union([stored, exists]),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_to_another_user',
      'cannot_set_password',
      'disallowed_recovery_method',
      'too_many_requests',
    ],
  }),
  addGeneration: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/generations',
    auth: 'frame',
    summary: 'Store the shares of a further device after recovery',
    params: walletParams,
    body: z.strictObject({
      ...generation,
      ...recoveryKey,
      /** The root's own, or with `replaces` the one that the root has once this generation is confirmed. */
      recovery: z.optional(
        z.strictObject({
          ...chosenRecovery,
          replaces: z.optional(z.string().check(z.maxLength(64))),
        }),
      ),
      /** Over `generationProofMessage(…)`. */
      root_proof: rootProof,
      custody,
    }),
    response: stored,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'login_too_old',
      'linked_account_not_found',
      'wallet_password_exists',
      'cannot_set_password',
      'disallowed_recovery_method',
      'too_many_requests',
    ],
  }),
  confirm: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/generations/{generation_id}/confirm',
    auth: 'frame',
    summary:
      'Phase two: both recovery paths were read back and used. Idempotent; only one root per user wins',
    params: generationParams,
    body: z.strictObject({
      receipt: z.string().check(z.maxLength(256)),
      device_signature: bytes(256),
      /** Raw 65-byte P-256 point: the vault says to it which root the user has. */
      read_back_public_key: z.optional(bytes(128)),
    }),
    response: z.union([
      z.object({
        state: z.literal('active'),
        root: walletRoot,
        /** The root's custody address by the vault (`sealInfo.rootPin`), for a request with a `read_back_public_key`. */
        sealed_root_pin: z.optional(sealed),
      }),
      exists,
    ]),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'device_revoked',
      'linked_to_another_user',
    ],
  }),
  authShare: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/generations/{generation_id}/auth_share',
    auth: 'frame',
    summary: "The server's share for this device, sealed to a key of this request",
    params: generationParams,
    body: z.strictObject({
      /** Raw 65-byte P-256 point. */
      ephemeral_public_key: bytes(128),
      /** ECDSA P-256 SHA-256 by the device key over `authShareMessage(…)`. */
      device_signature: bytes(256),
    }),
    response: z.object({ sealed_auth_share: sealed }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'device_revoked',
      'share_not_found',
      'too_many_requests',
    ],
  }),
  recover: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/recovery',
    auth: 'frame',
    summary: 'Both server-side shares and the recovery key, each sealed to a key of this request',
    params: walletParams,
    body: z.strictObject({
      ephemeral_public_key: bytes(128),
      /** SPKI of the ECDSA P-256 key of the device that recovers; its generation will have the same. */
      device_public_key: bytes(256),
      /** By that key, over `recoverMessage(…)`. */
      device_signature: bytes(256),
      /** A generation not yet confirmed, to read it back; otherwise an active one of the server's choice. */
      generation_id: z.optional(uuid),
      /** Active ones that were answered before and did not restore the root: the answer is another. */
      excluding: z.optional(z.array(uuid).check(z.maxLength(4))),
      /** The frame has the device share of `generation_id`: only the recovery share is wanted, also of a revoked device. */
      has_device_share: z.optional(z.boolean()),
      /** Proof of the user's secret, sealed to the vault (`sealInfo.recoveryProof`), where the user owns the recovery. */
      sealed_recovery_proof: z.optional(
        z.strictObject({ enc: bytes(128), ciphertext: bytes(512) }),
      ),
    }),
    response: z.object({
      generation_id: uuid,
      /** Absent when the frame has a device share. */
      sealed_auth_share: z.optional(sealed),
      recovery_key_id: uuid,
      ...readBack,
      accounts: z.array(rootAccount),
    }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'invalid_credentials',
      'login_too_old',
      'older_login_required',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'device_revoked',
      'share_not_found',
      'too_many_requests',
    ],
  }),
  replaceRecoveryKey: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/generations/{generation_id}/recovery_key',
    auth: 'frame',
    summary:
      'Store a new recovery key for a generation after a recovery; the present one stays in use. Idempotent',
    params: generationParams,
    body: z.strictObject({
      ...recoveryKey,
      /** Id of the generation's present key. */
      replaces: uuid,
      /** The generation's recovery share under the new key. */
      encrypted_recovery_share: bytes(1024),
      /** Over `recoveryKeyProofMessage(…)`. */
      root_proof: rootProof,
      custody,
    }),
    response: z.object({ state: z.literal('stored'), ...readBack }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
  switchRecoveryKey: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/generations/{generation_id}/recovery_key/switch',
    auth: 'frame',
    summary:
      'Use the new recovery key of a generation, after its answer was read back, and delete the one before. Idempotent',
    params: generationParams,
    body: z.strictObject({ recovery_key_id: uuid }),
    response: z.object({ state: z.literal('switched') }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
    ],
  }),
  addAccounts: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/accounts',
    auth: 'frame',
    summary: 'Add derived addresses of an active root to the user. Idempotent',
    params: walletParams,
    body: z.strictObject({
      accounts: z.array(account).check(z.minLength(1), z.maxLength(8)),
      /** An active generation: the device that adds them. */
      generation_id: uuid,
      /** By its device key, over `addAccountsMessage(…)`. */
      device_signature: bytes(256),
      /** Over the same text. */
      root_proof: rootProof,
      custody,
    }),
    response: z.object({ root: walletRoot }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'device_revoked',
      'linked_to_another_user',
      'too_many_requests',
    ],
  }),
}
