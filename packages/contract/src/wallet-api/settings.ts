import * as z from 'zod/mini'
import { atLeastOne, oneOwner, ownership, resourceId } from './fields.js'

const fields = {
  /** At most one for each kind of chain: a wallet's own policy and the app's must both allow. */
  policy_ids: z.array(resourceId).check(z.maxLength(4)),
  /** Whether new wallets need an owner. */
  require_owner: z.boolean(),
  /** Whether tokens of users are exchanged for keys that sign. */
  user_keys: z.boolean(),
  /** Blocks on a transaction's own after which it counts as final on Ethereum. */
  confirmations: z.int().check(z.minimum(1), z.maximum(256)),
  /** Seconds after which a transaction that waits is sent again with higher fees; null where that is not wanted. */
  replace_after_seconds: z.nullable(z.int().check(z.minimum(15), z.maximum(86_400))),
  /** What paymasters may pay for the app's wallets in 24 hours, in wei of all networks together; null for no cap. */
  sponsor_wei_per_day: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
}

/** What holds for every wallet of an app. */
export const settings = z.object({ ...fields, owner_id: z.nullable(z.string()) })

/** Body that changes some of it. */
export const settingsUpdate = z
  .strictObject({
    policy_ids: z.optional(fields.policy_ids),
    require_owner: z.optional(fields.require_owner),
    user_keys: z.optional(fields.user_keys),
    confirmations: z.optional(fields.confirmations),
    replace_after_seconds: z.optional(fields.replace_after_seconds),
    sponsor_wei_per_day: z.optional(fields.sponsor_wei_per_day),
    ...ownership,
  })
  .check(atLeastOne(), oneOwner())
