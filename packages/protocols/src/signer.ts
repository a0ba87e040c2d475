import {
  base64url,
  caip2,
  type DelegationConsent,
  delegationConsent,
  sealed,
  uuid,
} from '@sallyport/contract'
import * as z from 'zod/mini'
import { authorizedRequest, serverWalletCalls } from './server-wallets.js'
import { vaultCalls } from './vault.js'

export {
  type AuthorizedRequest,
  keyQuorumBody,
  walletChange,
  walletImportContext,
  walletImportSealInfo,
  walletShareContext,
  walletShareSealInfo,
} from './server-wallets.js'

/*
 * What the API may ask the signer (apps/signer) over its own Unix socket, in the form of
 * the vault's calls. The signer verifies the user's token, the consent, the app's authorization signatures and the policy itself.
 */
const text = (max: number) => z.string().check(z.maxLength(max))
const user = { appId: text(80), userId: text(80) }

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(66))
/** `0x` hex, or an integer that JSON holds exactly (wire.md 24). */
const quantity = z.pipe(
  z.union([hex, z.int().check(z.minimum(0))]),
  z.transform((value) => BigInt(value)),
)
const ethereumAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** A transaction of type 2 with nothing left to fill in, so that the authorization signature is over all of it. */
const transaction = z.strictObject({
  type: z.literal(2),
  from: z.optional(ethereumAddress),
  to: z.optional(ethereumAddress),
  chain_id: quantity,
  nonce: quantity,
  value: z._default(quantity, 0n),
  data: z._default(z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)), '0x'),
  gas_limit: quantity,
  max_fee_per_gas: quantity,
  max_priority_fee_per_gas: quantity,
})
export type DelegatedTransaction = z.output<typeof transaction>

const struct = z.record(z.string(), z.unknown())
const typedData = z.strictObject({
  domain: struct,
  types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
  message: struct,
  primary_type: z.string(),
})

/** The bytes of a transaction with room for the wallet's signature. */
const solanaTransaction = z.strictObject({ transaction: text(4096), encoding: z.literal('base64') })

const wallet = {
  chain_type: z.optional(z.string()),
  address: z.optional(z.string()),
}
const message = text(65_536)
/** What an app's back end may ask of a delegated wallet: the body of its request. */
export const delegatedRequest = z.discriminatedUnion('method', [
  z.strictObject({
    ...wallet,
    method: z.literal('personal_sign'),
    params: z.strictObject({ message, encoding: z.enum(['utf-8', 'hex']) }),
  }),
  z.strictObject({
    ...wallet,
    method: z.literal('signMessage'),
    params: z.strictObject({ message, encoding: z.literal('base64') }),
  }),
  z.strictObject({
    ...wallet,
    method: z.literal('eth_signTypedData_v4'),
    params: z.strictObject({ typed_data: typedData }),
  }),
  z.strictObject({
    ...wallet,
    method: z.literal('eth_signTransaction'),
    params: z.strictObject({ transaction }),
  }),
  z.strictObject({
    ...wallet,
    method: z.literal('eth_sendTransaction'),
    /** The signer does not send: it checks that the network is the transaction's. */
    caip2,
    params: z.strictObject({ transaction }),
  }),
  z.strictObject({ ...wallet, method: z.literal('signTransaction'), params: solanaTransaction }),
  z.strictObject({
    ...wallet,
    method: z.literal('signAndSendTransaction'),
    /** Where the API sends it. The bytes that are signed name no cluster. */
    caip2,
    params: solanaTransaction,
  }),
])
export type DelegatedRequest = z.output<typeof delegatedRequest>

/** The chain of each method that a consent covers. */
export const delegatedMethods = {
  personal_sign: 'ethereum',
  signMessage: 'solana',
  eth_signTypedData_v4: 'ethereum',
  eth_signTransaction: 'ethereum',
  eth_sendTransaction: 'ethereum',
  signTransaction: 'solana',
  signAndSendTransaction: 'solana',
} as const satisfies Record<DelegatedRequest['method'], DelegationConsent['chainType']>

/** Every call of the signer. */
export const signerCalls = {
  health: vaultCalls.health,
  pinAppKey: vaultCalls.pinAppKey,
  changeAppKey: vaultCalls.changeAppKey,
  /** Draws the id of a consent that the user is about to give. It can be used once, within ten minutes. */
  openConsent: {
    input: z.strictObject({ ...user, accessToken: text(8192) }),
    output: z.object({ consentId: uuid }),
  },
  /** Keeps the signer's half of a key, after both halves have given the consent's address. */
  storeDelegation: {
    input: z.strictObject({
      accessToken: text(8192),
      consent: delegationConsent,
      sealedShare: sealed,
      appShare: base64url,
    }),
    output: z.object({}),
  },
  /** Deletes the signer's halves of all wallets of a user and ends the consents that are being given. */
  revokeDelegations: {
    input: z.strictObject(user),
    output: z.object({ revoked: z.array(uuid) }),
  },
  /** Deletes everything of a user who was deleted. Safe to repeat. */
  deleteUser: { input: z.strictObject(user), output: z.object({}) },
  /** Carries out a request of the app's back end. Beyond the vault's refusals: `policy_violation`. */
  signRequest: {
    input: z.strictObject({
      consentId: uuid,
      appShare: base64url,
      request: authorizedRequest,
    }),
    output: z.object({ data: z.record(z.string(), z.string()) }),
  },
  ...serverWalletCalls,
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>

export type SignerCall = keyof typeof signerCalls
export type SignerInput<C extends SignerCall> = z.output<(typeof signerCalls)[C]['input']>
export type SignerOutput<C extends SignerCall> = z.output<(typeof signerCalls)[C]['output']>
