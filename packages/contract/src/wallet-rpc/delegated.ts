import * as z from 'zod/mini'
import { networkOf } from '../primitives/chain-id.js'
import { textMessage, typedDataParams } from './ethereum.js'
import { named } from './fields.js'
import { solanaMessage, solanaTransaction } from './solana.js'
import { wholeTransaction } from './transaction.js'

const wallet = { chain_type: named.chain_type, address: named.address }
const transaction = z.strictObject({ transaction: wholeTransaction })

const delegatedRequestSchema = z.discriminatedUnion('method', [
  z.strictObject({ ...wallet, method: z.literal('personal_sign'), params: textMessage }),
  z.strictObject({ ...wallet, method: z.literal('signMessage'), params: solanaMessage }),
  z.strictObject({
    ...wallet,
    method: z.literal('eth_signTypedData_v4'),
    params: typedDataParams,
  }),
  z.strictObject({ ...wallet, method: z.literal('eth_signTransaction'), params: transaction }),
  z.strictObject({
    ...wallet,
    method: z.literal('eth_sendTransaction'),
    /** The signer does not send: it checks that the network is the transaction's. */
    caip2: networkOf('ethereum'),
    params: transaction,
  }),
  z.strictObject({ ...wallet, method: z.literal('signTransaction'), params: solanaTransaction }),
  z.strictObject({
    ...wallet,
    method: z.literal('signAndSendTransaction'),
    /** Where the API sends it. The bytes that are signed name no cluster. */
    caip2: networkOf('solana'),
    params: solanaTransaction,
  }),
])
type DelegatedRequestForm = typeof delegatedRequestSchema
/** Named, so that other declarations refer to it. */
export interface DelegatedRequestSchema extends DelegatedRequestForm {}
/** What an app's back end may ask of a delegated wallet: the part of `walletRpc` that a consent covers. */
export const delegatedRequest: DelegatedRequestSchema = delegatedRequestSchema
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
} as const satisfies Record<DelegatedRequest['method'], 'ethereum' | 'solana'>

/**
 * The members by which a call finds its wallet, before the body is read whole: what an app asks of a wallet that is not delegated is
 * refused for that, whatever else it says. Older clients name a server wallet by `wallet_id` alone.
 */
export const delegatedEnvelope = z
  .catchall(
    z.object({
      address: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      chain_type: z.optional(
        z.enum(['ethereum', 'solana'], "chain_type must be 'ethereum' or 'solana'"),
      ),
      wallet_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      method: z.string('method must be provided').check(z.maxLength(64)),
    }),
    z.unknown(),
  )
  .check(
    z.refine((body) => body.wallet_id !== undefined || body.address !== undefined, {
      error: 'address must be provided',
      path: ['address'],
    }),
    z.refine((body) => body.wallet_id !== undefined || body.chain_type !== undefined, {
      error: "chain_type must be 'ethereum' or 'solana'",
      path: ['chain_type'],
    }),
  )
