import * as z from 'zod/mini'
import { pagination } from '../primitives/pagination.js'
import { flag, milliseconds } from './fields.js'

/** States of a transaction. */
export const transactionStatuses = [
  'pending',
  'broadcasted',
  'confirmed',
  'finalized',
  'execution_reverted',
  'failed',
  'replaced',
  'provider_error',
] as const

/** A transaction that a wallet has sent. */
export const transaction = z.object({
  id: z.string(),
  wallet_id: z.string(),
  caip2: z.string(),
  transaction_hash: z.nullable(z.string()),
  status: z.enum(transactionStatuses),
  created_at: milliseconds,
  reference_id: z.optional(z.nullable(z.string())),
  sponsored: z.optional(z.boolean()),
  user_operation_hash: z.optional(z.string()),
})
export type Transaction = z.output<typeof transaction>

/** Query of a wallet's transactions: one chain, and one asset or token. */
export const transactionQuery = z
  .extend(pagination, {
    chain: z.string('chain must be provided').check(z.minLength(1), z.maxLength(64)),
    asset: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    token: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    tx_hash: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    include_archived: z.optional(flag),
  })
  .check(
    z.refine(({ asset, token }) => (asset === undefined) !== (token === undefined), {
      error: 'Give asset or token',
      path: ['asset'],
    }),
  )

const amount = {
  asset: z.string(),
  chain: z.string(),
  raw_value: z.string(),
  raw_value_decimals: z.number(),
}

/** A page of a wallet's transactions. */
export const transactionPage = z.object({
  transactions: z.array(
    z.object({
      caip2: z.string(),
      created_at: milliseconds,
      details: z.object({
        ...amount,
        type: z.enum(['transfer_sent', 'transfer_received']),
        sender: z.string(),
        recipient: z.string(),
        sender_privy_user_id: z.nullable(z.string()),
        recipient_privy_user_id: z.nullable(z.string()),
        display_values: z.record(z.string(), z.string()),
      }),
      privy_transaction_id: z.nullable(z.string()),
      status: z.enum(transactionStatuses),
      transaction_hash: z.nullable(z.string()),
      wallet_id: z.string(),
      sponsored: z.optional(z.boolean()),
      user_operation_hash: z.optional(z.string()),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
export type TransactionStatus = (typeof transactionStatuses)[number]
