import * as z from 'zod/mini'
import { atLeastOne, oneOwner, ownership, resourceId } from './fields.js'

const fields = {
  /** At most one for each kind of chain: a wallet's own policy and the app's must both allow. */
  policy_ids: z.array(resourceId).check(z.maxLength(4)),
  /** Whether new wallets need an owner. */
  require_owner: z.boolean(),
  /** Whether tokens of users are exchanged for keys that sign. */
  user_keys: z.boolean(),
}

/** What holds for every wallet of an app. */
export const settings = z.object({ ...fields, owner_id: z.nullable(z.string()) })

/** Body that changes some of it. */
export const settingsUpdate = z
  .strictObject({
    policy_ids: z.optional(fields.policy_ids),
    require_owner: z.optional(fields.require_owner),
    user_keys: z.optional(fields.user_keys),
    ...ownership,
  })
  .check(atLeastOne(), oneOwner())
