import * as z from 'zod/mini'
import { caip2 } from '../primitives/chain-id.js'

const common = { address: z.optional(z.string()), chain_type: z.optional(z.literal('solana')) }
const encoding = z.literal('base64', "encoding must be 'base64'")
const base64 = (message: string) => z.base64(message).check(z.minLength(1, message))
const transaction = z.object({ transaction: base64('transaction must be base64'), encoding })

/** What the wallet API signs and sends on Solana (specification §3). */
export const solanaRpcRequest = z.discriminatedUnion('method', [
  z.object({ ...common, method: z.literal('signTransaction'), params: transaction }),
  z.object({ ...common, method: z.literal('signAndSendTransaction'), caip2, params: transaction }),
  z.object({
    ...common,
    method: z.literal('signMessage'),
    params: z.object({ message: base64('message must be base64'), encoding }),
  }),
])
export type SolanaRpcRequest = z.output<typeof solanaRpcRequest>

const send = { method: z.literal('signAndSendTransaction') }

/** What it answers: a send carries either `data` or `error`. */
export const solanaRpcResponse = z.union([
  z.object({
    method: z.literal('signTransaction'),
    data: z.object({ signed_transaction: z.string(), encoding: z.literal('base64') }),
  }),
  z.object({ ...send, data: z.object({ hash: z.string(), caip2: z.string() }) }),
  z.object({ ...send, error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({
    method: z.literal('signMessage'),
    data: z.object({ signature: z.string(), encoding: z.literal('base64') }),
  }),
])
export type SolanaRpcResponse = z.output<typeof solanaRpcResponse>
