import * as z from 'zod/mini'
import { ethereumAddressShape } from '../primitives/ethereum-address.js'
import { hexBytes, quantity } from '../primitives/hex.js'

/** Transaction types: legacy, with an access list, with a fee market. */
const type = z.literal([0, 1, 2], 'type must be 0, 1 or 2')

/** An Ethereum transaction before it is filled in and signed (specification §3). */
export const ethereumTransaction = z.object({
  from: z.optional(ethereumAddressShape),
  to: z.optional(ethereumAddressShape),
  chain_id: z.optional(quantity('chain_id')),
  nonce: z.optional(quantity('nonce')),
  data: z.optional(hexBytes('data must be a 0x hex string')),
  value: z.optional(quantity('value')),
  type: z.optional(type),
  gas_limit: z.optional(quantity('gas_limit')),
  gas_price: z.optional(quantity('gas_price')),
  max_fee_per_gas: z.optional(quantity('max_fee_per_gas')),
  max_priority_fee_per_gas: z.optional(quantity('max_priority_fee_per_gas')),
})
export type EthereumTransaction = z.output<typeof ethereumTransaction>
