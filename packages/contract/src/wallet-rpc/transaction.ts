import * as z from 'zod/mini'
import { bytes, ethereumAddress, quantity } from './fields.js'

const uint64 = 2n ** 64n - 1n

/** An authorization that its account has signed (EIP-7702), as `eth_sign7702Authorization` answers it. */
export const signedAuthorization = z.strictObject({
  contract: ethereumAddress,
  chain_id: quantity(),
  nonce: quantity(uint64 - 1n),
  r: quantity(),
  s: quantity(),
  y_parity: quantity(1n),
})

/** Legacy, with an access list, with a fee market, with authorizations. */
const type = z.literal([0, 1, 2, 4], 'Must be 0, 1, 2 or 4')

const ethereumTransactionSchema = z.strictObject({
  from: z.optional(ethereumAddress),
  to: z.optional(ethereumAddress),
  chain_id: z.optional(quantity(uint64)),
  nonce: z.optional(quantity(uint64 - 1n)),
  data: z.optional(bytes),
  value: z.optional(quantity()),
  type: z.optional(type),
  gas_limit: z.optional(quantity(uint64)),
  gas_price: z.optional(quantity()),
  max_fee_per_gas: z.optional(quantity()),
  max_priority_fee_per_gas: z.optional(quantity()),
  authorization_list: z.optional(z.array(signedAuthorization).check(z.maxLength(50))),
})
type EthereumTransactionForm = typeof ethereumTransactionSchema
/** Named, so that other declarations refer to it. */
export interface EthereumTransactionSchema extends EthereumTransactionForm {}
/**
 * An Ethereum transaction as an app asks for it (specification §3, wire reference §36). What is left out is filled in before
 * it is signed; clients also leave out a value, data or tip of zero.
 */
export const ethereumTransaction: EthereumTransactionSchema = ethereumTransactionSchema
export type EthereumTransaction = z.output<typeof ethereumTransaction>

/**
 * A transaction of type 2 with nothing left to fill in: what a back end asks of a delegated wallet, so that its signature is over
 * all of it.
 */
export const wholeTransaction = z.strictObject({
  type: z.literal(2),
  from: z.optional(ethereumAddress),
  to: z.optional(ethereumAddress),
  chain_id: quantity(),
  nonce: quantity(),
  value: z._default(quantity(), 0n),
  data: z._default(bytes, '0x'),
  gas_limit: quantity(),
  max_fee_per_gas: quantity(),
  max_priority_fee_per_gas: quantity(),
})
export type DelegatedTransaction = z.output<typeof wholeTransaction>
