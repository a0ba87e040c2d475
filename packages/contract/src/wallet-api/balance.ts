import * as z from 'zod/mini'
import { commaList, flag } from './fields.js'

/** Query of a wallet's balance: named assets on named chains, or tokens as `chain:address`. */
export const balanceQuery = z
  .object({
    asset: z.optional(commaList(10)),
    chain: z.optional(commaList(10)),
    token: z.optional(commaList(10)),
    include_currency: z.optional(z.enum(['usd', 'eur'])),
    include_archived: z.optional(flag),
  })
  .check(
    z.refine(
      ({ token, asset, chain, include_currency: currency }) =>
        token === undefined
          ? asset !== undefined && chain !== undefined
          : [asset, chain, currency].every((each) => each === undefined),
      { error: 'Give asset and chain, or token alone', path: ['asset'] },
    ),
  )

/** What a wallet has. */
export const balance = z.object({
  balances: z.array(
    z.object({
      chain: z.string(),
      asset: z.string(),
      /** In the smallest unit. */
      raw_value: z.string(),
      raw_value_decimals: z.number(),
      display_values: z.record(z.string(), z.string()),
    }),
  ),
})
export type Balance = z.output<typeof balance>
