import * as z from 'zod/mini'
import { caip2, networkOf } from '../primitives/chain-id.js'
import {
  bytes,
  digest,
  ethereumAddress,
  looseHex,
  named,
  quantity,
  sending,
  wellFormed,
} from './fields.js'
import { ethereumTransaction } from './transaction.js'

/** The longest message that is signed, in characters. */
const mostMessage = 65_536
/** Most calls of one send. */
const mostCalls = 50

/** A text or its bytes in hex, to be signed after EIP-191. */
export const textMessage = z.discriminatedUnion('encoding', [
  z.strictObject({ encoding: z.literal('utf-8'), message: wellFormed(mostMessage) }),
  z.strictObject({ encoding: z.literal('hex'), message: looseHex(mostMessage) }),
])

const struct = z.record(z.string(), z.unknown())

/** EIP-712 typed data. Whether its values fit their types is checked where they are hashed. */
export const typedDataParams = z.strictObject({
  typed_data: z.strictObject({
    domain: struct,
    types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
    message: struct,
    primary_type: z.string(),
  }),
})

/** How a smart wallet signs: by its key, or as the contract checks it. */
const signatureOptions = {
  signature_options: z.optional(z.strictObject({ type: z.enum(['ecdsa', 'erc1271']) })),
  caip2: z.optional(caip2),
}

/** An operation of a smart wallet (ERC-4337), in hex only (wire reference §36). */
const userOperation = z.strictObject({
  sender: ethereumAddress,
  nonce: quantity(),
  call_data: bytes,
  call_gas_limit: quantity(),
  verification_gas_limit: quantity(),
  pre_verification_gas: quantity(),
  max_fee_per_gas: quantity(),
  max_priority_fee_per_gas: quantity(),
  factory: z.optional(ethereumAddress),
  factory_data: z.optional(bytes),
  paymaster: z.optional(ethereumAddress),
  paymaster_data: z.optional(bytes),
  paymaster_verification_gas_limit: z.optional(quantity()),
  paymaster_post_op_gas_limit: z.optional(quantity()),
})
export type UserOperation = z.output<typeof userOperation>

const transaction = z.strictObject({ transaction: ethereumTransaction })
const suffix = { experimental_data_suffix: z.optional(bytes) }

const ethereumRpcSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...named,
    ...signatureOptions,
    method: z.literal('personal_sign'),
    params: textMessage,
  }),
  z.strictObject({
    ...named,
    ...signatureOptions,
    method: z.literal('eth_signTypedData_v4'),
    params: typedDataParams,
  }),
  z.strictObject({
    ...named,
    method: z.literal('eth_signTransaction'),
    params: transaction,
  }),
  z.strictObject({
    ...named,
    ...sending,
    ...suffix,
    method: z.literal('eth_sendTransaction'),
    caip2: networkOf('ethereum'),
    params: transaction,
  }),
  z.strictObject({
    ...named,
    ...sending,
    ...suffix,
    method: z.literal('wallet_sendCalls'),
    caip2: networkOf('ethereum'),
    params: z.strictObject({
      calls: z
        .array(
          z.strictObject({
            to: ethereumAddress,
            data: z.optional(bytes),
            value: z.optional(quantity()),
          }),
        )
        .check(z.minLength(1), z.maxLength(mostCalls)),
    }),
  }),
  z.strictObject({
    ...named,
    method: z.literal('eth_signUserOperation'),
    params: z.strictObject({
      contract: ethereumAddress,
      chain_id: quantity(),
      user_operation: userOperation,
    }),
  }),
  z.strictObject({
    ...named,
    method: z.literal('eth_sign7702Authorization'),
    params: z.strictObject({
      contract: ethereumAddress,
      chain_id: quantity(),
      nonce: z.optional(quantity()),
      /** `self`: for a transaction that the wallet sends itself. */
      executor: z.optional(z.literal('self')),
    }),
  }),
  z.strictObject({
    ...named,
    method: z.literal('secp256k1_sign'),
    params: z.strictObject({ hash: digest }),
  }),
])
type EthereumRpcForm = typeof ethereumRpcSchema
/** Named, so that other declarations refer to it. */
export interface EthereumRpcSchema extends EthereumRpcForm {}
/** What a wallet on Ethereum signs and sends, by method. */
export const ethereumRpc: EthereumRpcSchema = ethereumRpcSchema
