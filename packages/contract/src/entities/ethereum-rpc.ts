import * as z from 'zod/mini'
import { caip2 } from '../primitives/chain-id.js'
import { ethereumTransaction } from './ethereum-transaction.js'
import { typedData } from './typed-data.js'

const common = { address: z.optional(z.string()), chain_type: z.optional(z.literal('ethereum')) }
const transaction = z.object({ transaction: ethereumTransaction })

/** A text or its bytes in hex, to be signed after EIP-191. */
const message = z.discriminatedUnion('encoding', [
  z.object({
    encoding: z.literal('utf-8'),
    // A lone surrogate has no bytes: encoders replace it, and two texts would share one signature.
    message: z.string().check(z.regex(/^\P{Surrogate}*$/u, 'message is not well-formed text')),
  }),
  z.object({
    encoding: z.literal('hex'),
    message: z
      .string()
      .check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, 'message must be hex, two digits a byte')),
  }),
])

/** What the wallet API signs and sends on Ethereum (specification §3). */
export const ethereumRpcRequest = z.discriminatedUnion('method', [
  z.object({ ...common, method: z.literal('eth_signTransaction'), params: transaction }),
  z.object({ ...common, method: z.literal('eth_sendTransaction'), caip2, params: transaction }),
  z.object({ ...common, method: z.literal('personal_sign'), params: message }),
  z.object({
    ...common,
    method: z.literal('eth_signTypedData_v4'),
    params: z.object({ typed_data: typedData }),
  }),
])
export type EthereumRpcRequest = z.output<typeof ethereumRpcRequest>

const signature = z.object({ signature: z.string(), encoding: z.literal('hex') })
const send = { method: z.literal('eth_sendTransaction') }

/** What it answers: a send carries either `data` or `error`. */
export const ethereumRpcResponse = z.union([
  z.object({
    method: z.literal('eth_signTransaction'),
    data: z.object({ signed_transaction: z.string(), encoding: z.literal('rlp') }),
  }),
  z.object({ ...send, data: z.object({ hash: z.string(), caip2: z.string() }) }),
  z.object({ ...send, error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ method: z.literal('personal_sign'), data: signature }),
  z.object({ method: z.literal('eth_signTypedData_v4'), data: signature }),
])
export type EthereumRpcResponse = z.output<typeof ethereumRpcResponse>
