import { base64url, sealed } from '@sallyport/contract'
import * as z from 'zod/mini'

/* What the API may ask the signer about server wallets (wire.md 24–26): part of `signerCalls`. */
const text = (max: number) => z.string().check(z.maxLength(max))
const resourceId = z.string().check(z.regex(/^[a-z][a-z0-9]{23}$/))
const appId = text(80)
const userId = text(80)
/** P-256, SPKI in base64. */
const publicKey = text(400)
const chainType = z.enum(['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'])
const most = 20
const members = <S extends z.ZodMiniType>(member: S) => z.array(member).check(z.maxLength(most))
const policyIds = z.array(resourceId).check(z.maxLength(1))

/** A request of an app's back end, as its authorization signatures cover it (wire.md 25). */
export const authorizedRequest = z.strictObject({
  method: z.optional(z.enum(['POST', 'PATCH', 'DELETE'])),
  /** As the client used it. */
  url: text(2048),
  /** The JSON body; empty where there is none. */
  body: z.record(z.string(), z.unknown()),
  headers: z.strictObject({
    'privy-app-id': text(80),
    'privy-idempotency-key': z.optional(text(256)),
    'privy-request-expiry': z.optional(text(20)),
  }),
  /** DER, base64. Those that do not verify count for nothing. */
  signatures: z.array(text(200)).check(z.maxLength(20)),
})
export type AuthorizedRequest = z.output<typeof authorizedRequest>

const owner = z.nullable(
  z.union([
    z.strictObject({ quorumId: resourceId }),
    z.strictObject({ publicKey }),
    z.strictObject({ userId }),
  ]),
)
const signers = z.array(z.strictObject({ quorumId: resourceId, policyIds })).check(z.maxLength(10))
const fields = z.strictObject({ chainType, owner, signers, policyIds })
/** A raw P-256 point of the API, which its half is sealed to. */
const sealTo = base64url
const pending = z.object({ walletId: resourceId, sealedShare: sealed })

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
})
const quorum = z.object({
  id: resourceId,
  displayName: z.nullable(z.string()),
  publicKeys: z.array(z.string()),
  userIds: z.array(z.string()),
  quorumIds: z.array(resourceId),
  threshold: z.number(),
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

const ofWallet = { appId, walletId: resourceId }
const ofQuorum = { appId, quorumId: resourceId, request: authorizedRequest }

/** The calls on server wallets and their quorums. */
export const serverWalletCalls = {
  /** Draws a wallet's secret and answers the API's half of it. The wallet is pending until `confirmWallet`. */
  createWallet: { input: z.strictObject({ appId, wallet: fields, sealTo }), output: pending },
  /** The same with a secret of 32 bytes that was sealed to the signer (`walletImportSealInfo`). */
  importWallet: {
    input: z.strictObject({
      appId,
      wallet: fields,
      sealTo,
      kind: z.enum(['entropy', 'private-key']),
      /** Of the account; 0 for a private key. */
      index: z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1)),
      address: text(90),
      sealed,
    }),
    output: pending,
  },
  /** Answers the address, once the API's half, read back, gives it with the signer's. */
  confirmWallet: {
    input: z.strictObject({ ...ofWallet, apiShare: base64url }),
    output: z.object({ wallet }),
  },
  /** Changes owner, signers and policies by a request that the present owner has signed. */
  updateWallet: {
    input: z.strictObject({ ...ofWallet, request: authorizedRequest }),
    output: z.object({ wallet }),
  },
  /** Carries out a request of the app's back end. Beyond the vault's refusals: `policy_violation`. */
  signWithWallet: {
    input: z.strictObject({ ...ofWallet, apiShare: base64url, request: authorizedRequest }),
    output: z.object({ data: z.record(z.string(), z.string()) }),
  },
  createQuorum: {
    input: z.strictObject({ appId, body: keyQuorumBody }),
    output: z.object({ quorum }),
  },
  /** By a request that the quorum itself has signed. */
  updateQuorum: { input: z.strictObject(ofQuorum), output: z.object({ quorum }) },
  deleteQuorum: { input: z.strictObject(ofQuorum), output: z.object({}) },
} as const

/** HPKE `info` of the API's half of a wallet's secret; the AAD is `walletShareContext(…)`. */
export const walletShareSealInfo = 'sallyport/server-wallet-share/v1'

/** What the API's half is bound to on its way. */
export function walletShareContext({ appId: app, walletId }: { appId: string; walletId: string }) {
  return JSON.stringify(['sallyport server wallet share v1', app, walletId])
}

/** HPKE `info` of a secret that is imported; the AAD is `walletImportContext(…)`. */
export const walletImportSealInfo = 'sallyport/server-wallet-import/v1'

/** What an imported secret is bound to on its way. */
export function walletImportContext({ appId: app, address }: { appId: string; address: string }) {
  return JSON.stringify(['sallyport server wallet import v1', app, address])
}
