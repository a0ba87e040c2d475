import * as z from 'zod/mini'
import { networkOf } from '../primitives/chain-id.js'
import { base64Bytes, named, sending } from './fields.js'

/** Base64 of the largest packet of the network is 1,644 characters. */
const mostTransaction = 4_096
const mostMessage = 65_536

/** The bytes of a transaction with room for its signatures. */
export const solanaTransaction = z.strictObject({
  transaction: base64Bytes(mostTransaction),
  encoding: z.literal('base64'),
})

/** Bytes to sign. */
export const solanaMessage = z.strictObject({
  message: base64Bytes(mostMessage),
  encoding: z.literal('base64'),
})

const solanaRpcSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...named,
    method: z.literal('signMessage'),
    params: solanaMessage,
  }),
  z.strictObject({
    ...named,
    method: z.literal('signTransaction'),
    params: solanaTransaction,
  }),
  z.strictObject({
    ...named,
    ...sending,
    method: z.literal('signAndSendTransaction'),
    caip2: networkOf('solana'),
    params: solanaTransaction,
    optimistic_broadcast: z.optional(z.boolean()),
  }),
])
type SolanaRpcForm = typeof solanaRpcSchema
/** Named, so that other declarations refer to it. */
export interface SolanaRpcSchema extends SolanaRpcForm {}
/** What a wallet on Solana signs and sends, by method. */
export const solanaRpc: SolanaRpcSchema = solanaRpcSchema
