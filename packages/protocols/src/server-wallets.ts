import { base64url, sealed } from '@sallyport/contract'
import * as z from 'zod/mini'
import { authorizedRequest, signerResourceId } from './wallet-signing.js'

/* What the API may ask the signer about server wallets (wire.md 24–26): part of `signerCalls`. */
const text = (max: number) => z.string().check(z.maxLength(max))
const resourceId = signerResourceId
const appId = text(80)
const userId = text(80)
/** P-256, SPKI in base64. */
const publicKey = text(400)
const chainType = z.enum(['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'])
const most = 20
const members = <S extends z.ZodMiniType>(member: S) => z.array(member).check(z.maxLength(most))
const policyIds = z.array(resourceId).check(z.maxLength(1))

const owner = z.nullable(
  z.union([
    z.strictObject({ quorumId: resourceId }),
    z.strictObject({ publicKey }),
    z.strictObject({ userId }),
    // The older form of a wallet: registered keys, and how many of them.
    z.strictObject({
      keyIds: z.array(resourceId).check(z.minLength(1), z.maxLength(10)),
      threshold: z.nullable(z.int().check(z.minimum(1), z.maximum(10))),
    }),
  ]),
)
const keyIds = z.array(resourceId).check(z.minLength(1), z.maxLength(10))
const signers = z.array(z.strictObject({ quorumId: resourceId, policyIds })).check(z.maxLength(10))
const fields = z.strictObject({ chainType, owner, signers, policyIds })
/** A raw P-256 point of the API, which its half is sealed to. */
const sealTo = base64url
const pending = z.object({ walletId: resourceId, sealedShare: sealed })

/** Role of a registered key: null signs, and changes nothing. */
const keyRole = z.enum(['root', 'manager'])

/** What the API may know of a wallet. */
const wallet = z.object({
  id: resourceId,
  chainType,
  address: z.string(),
  publicKey: z.nullable(z.string()),
  ownerId: z.nullable(resourceId),
  signers: z.array(z.object({ quorumId: resourceId, policyIds: z.array(resourceId) })),
  policyIds: z.array(resourceId),
  createdAtMs: z.number(),
  importedAtMs: z.nullable(z.number()),
  exportedAtMs: z.nullable(z.number()),
  isArchived: z.boolean(),
  archivedAtMs: z.nullable(z.number()),
})
const quorum = z.object({
  id: resourceId,
  displayName: z.nullable(z.string()),
  publicKeys: z.array(z.string()),
  userIds: z.array(z.string()),
  quorumIds: z.array(resourceId),
  threshold: z.number(),
  /** Of a registered authorization key (the older form); absent for a quorum. */
  role: z.optional(z.nullable(keyRole)),
  createdAtMs: z.number(),
})

/** The signed body that changes a wallet. The API reads names for people from it, the signer the rest. */
export const walletChange = z.strictObject({
  owner: z.optional(
    z.nullable(
      z.union([z.strictObject({ public_key: publicKey }), z.strictObject({ user_id: userId })]),
    ),
  ),
  owner_id: z.optional(z.nullable(resourceId)),
  additional_signers: z.optional(
    z
      .array(z.strictObject({ signer_id: resourceId, override_policy_ids: z.optional(policyIds) }))
      .check(z.maxLength(10)),
  ),
  policy_ids: z.optional(policyIds),
  authorization_key_ids: z.optional(keyIds),
  /** As server-auth 1.17 spells it. */
  authorization_keys_ids: z.optional(keyIds),
  authorization_threshold: z.optional(z.number()),
  display_name: z.optional(z.unknown()),
  external_id: z.optional(z.unknown()),
})

/** The body that makes or changes a quorum. */
export const keyQuorumBody = z.strictObject({
  public_keys: z.optional(members(publicKey)),
  user_ids: z.optional(members(userId)),
  key_quorum_ids: z.optional(members(resourceId)),
  authorization_threshold: z.optional(z.int().check(z.minimum(1), z.maximum(3 * most))),
  display_name: z.optional(text(50)),
})

/** The body that registers an authorization key (the older form of a quorum). */
export const authorizationKeyBody = z.strictObject({
  public_key: publicKey,
  role: z.optional(z.nullable(keyRole)),
  display_name: z.optional(z.nullable(text(50))),
})

const ofWallet = { appId, walletId: resourceId }
const ofQuorum = { appId, quorumId: resourceId, request: authorizedRequest }
const importSource = {
  appId,
  chainType,
  address: text(90),
  kind: z.enum(['private-key', 'hd']),
  /** Of the account of a phrase; 0 for a private key. */
  index: z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1)),
}

/** The calls on server wallets and their quorums. */
export const serverWalletCalls = {
  /** Draws a wallet's secret and answers the API's half of it. The wallet is pending until `confirmWallet`. */
  createWallet: { input: z.strictObject({ appId, wallet: fields, sealTo }), output: pending },
  /** Draws the key that a private key or phrase is sealed to: good for ten minutes and this address. */
  beginImport: {
    input: z.strictObject(importSource),
    /** The raw point. */
    output: z.object({ publicKey: base64url }),
  },
  /**
   * Makes a pending wallet of what was sealed to a key of `beginImport` for the same address, chain, kind and index: 32 bytes (64 of
   * Solana), or a phrase as text. HPKE without `info` and AAD, as clients seal.
   */
  importWallet: {
    input: z.strictObject({
      ...importSource,
      wallet: z.omit(fields, { chainType: true }),
      sealTo,
      sealed,
      /** Of keys that were sealed elsewhere. */
      hpke: z.optional(
        z.strictObject({
          info: z.optional(base64url),
          aad: z.optional(base64url),
        }),
      ),
    }),
    output: pending,
  },
  /** Answers the address, once the API's half, read back, gives it with the signer's. */
  confirmWallet: {
    input: z.strictObject({ ...ofWallet, apiShare: base64url }),
    output: z.object({ wallet }),
  },
  /** The signer's own view of a wallet. */
  readWallet: { input: z.strictObject(ofWallet), output: z.object({ wallet }) },
  /** Changes owner, signers and policies by a request that the present owner has signed. */
  updateWallet: {
    input: z.strictObject({ ...ofWallet, request: authorizedRequest }),
    output: z.object({ wallet }),
  },
  /** Ends the use of a wallet. Clients never sign this call; it destroys nothing. `not_found` when it is archived already. */
  archiveWallet: { input: z.strictObject(ofWallet), output: z.object({ wallet }) },
  /** Undoes it, by `POST …/wallets/{id}/restore` that the owner has signed. */
  restoreWallet: {
    input: z.strictObject({ ...ofWallet, request: authorizedRequest }),
    output: z.object({ wallet }),
  },
  /**
   * Seals the private key or phrase to the caller's key, by `POST …/wallets/{id}/export`, or `…/rpc` with exportPrivateKey or exportSeedPhrase. It needs the owner's
   * signatures and a policy that allows it.
   */
  exportWallet: {
    input: z.strictObject({ ...ofWallet, apiShare: base64url, request: authorizedRequest }),
    output: z.object({
      kind: z.enum(['private-key', 'phrase']),
      /** Base64, as clients read it. */
      encapsulatedKey: z.string(),
      ciphertext: z.string(),
      wallet,
    }),
  },
  createQuorum: {
    input: z.strictObject({ appId, body: keyQuorumBody }),
    output: z.object({ quorum }),
  },
  readQuorum: {
    input: z.strictObject({ appId, quorumId: resourceId }),
    output: z.object({ quorum }),
  },
  /** By a request that the quorum itself has signed. */
  updateQuorum: { input: z.strictObject(ofQuorum), output: z.object({ quorum }) },
  deleteQuorum: { input: z.strictObject(ofQuorum), output: z.object({}) },
  /** Registers an authorization key with its role. It is a quorum of one, and is read and deleted as one. */
  registerAuthorizationKey: {
    input: z.strictObject({ appId, body: authorizationKeyBody }),
    output: z.object({ quorum }),
  },
  /**
   * Draws a key that signs for a user for an hour, sealed to the caller's (HPKE without `info` and AAD; the text is PKCS8 in base64). Only where the
   * app's settings allow `user_keys`, and only for wallets with a policy.
   */
  createUserKey: {
    input: z.strictObject({
      appId,
      userId,
      accessToken: text(8192),
      recipientPublicKey: text(1000),
      /** The one request that it signs; without it, all. */
      boundTo: z.optional(authorizedRequest),
    }),
    output: z.object({
      publicKey: z.string(),
      /** Base64. */
      encapsulatedKey: z.string(),
      ciphertext: z.string(),
      expiresAtMs: z.number(),
    }),
  },
} as const
