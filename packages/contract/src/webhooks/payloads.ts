import * as z from 'zod/mini'
import { linkedAccount } from '../entities/linked-account.js'
import { user } from '../entities/user.js'
import { milliseconds } from '../wallet-api/fields.js'

/** The user as they were right after it. */
export const ofUser = z.object({ user })

/** The user, and the account that it is about; null for a guest, whose account is a secret. */
export const ofAccount = z.object({ user, account: z.nullable(linkedAccount) })

/** An account that moved to another user. */
export const ofTransfer = z.object({
  fromUser: z.object({ id: z.string() }),
  toUser: user,
  account: linkedAccount,
  deletedUser: z.literal(true),
})

/** A wallet of a user, as it stands among their accounts. */
export const ofUserWallet = z.object({ user, wallet: linkedAccount })

/** A second factor of a user. */
export const ofFactor = z.object({ user_id: z.string(), method: z.string() })

/** A session that ended. */
export const ofSession = z.object({
  user_id: z.string(),
  session_id: z.string(),
  reason: z.enum(['logged_out', 'ended_by_user', 'token_reused', 'account_changed']),
})

/** What was sent from a wallet. */
export const ofTransaction = z.object({
  wallet_id: z.string(),
  transaction_id: z.string(),
  transaction_hash: z.nullable(z.string()),
  caip2: z.string(),
  reference_id: z.optional(z.nullable(z.string())),
})

/** A key or phrase that left. */
export const ofExport = z.object({
  user_id: z.nullable(z.string()),
  wallet_id: z.string(),
  wallet_address: z.nullable(z.string()),
  export_source: z.optional(z.enum(['display', 'client'])),
})

const ofWallet = {
  user_id: z.string(),
  wallet_id: z.string(),
  /** The first address of the wallet. */
  wallet_address: z.nullable(z.string()),
}

/** A wallet of a user. */
export const ofOwnWallet = z.object(ofWallet)

/** A wallet of a user, and how it is recovered. */
export const ofRecovery = z.object({ ...ofWallet, method: z.string() })

/** A wallet that was put aside. */
export const ofArchive = z.object({
  wallet_id: z.string(),
  wallet_address: z.nullable(z.string()),
  chain_type: z.string(),
  archived_at: milliseconds,
})

const intent = {
  intent_id: z.string(),
  intent_type: z.string(),
  status: z.string(),
  created_at: milliseconds,
  expires_at: milliseconds,
}

/** A request that waits for signatures. */
export const ofIntent = z.object(intent)

/** A signature over it. */
export const ofVote = z.object({
  ...intent,
  authorized_at: milliseconds,
  member: z.object({ type: z.string(), public_key: z.optional(z.string()) }),
})

/** What came of it. */
export const ofResult = z.object({
  ...intent,
  action_result: z.object({
    status_code: z.number(),
    executed_at: milliseconds,
    response_body: z.optional(z.unknown()),
  }),
})

/** It was turned down. */
export const ofRejection = z.object({ ...intent, rejected_at: milliseconds })

/** What it was about is gone. */
export const ofDismissal = z.object({
  ...intent,
  dismissed_at: milliseconds,
  dismissal_reason: z.string(),
})

/** An approval that is wanted, or complete. */
export const ofApproval = z.object({
  intent_id: z.string(),
  intent_type: z.string(),
  resource_id: z.string(),
  wallet_id: z.nullable(z.string()),
  expires_at: milliseconds,
})

/** A request that a policy refused. */
export const ofDenial = z.object({
  wallet_id: z.nullable(z.string()),
  message: z.string(),
  policy_id: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  limit_id: z.nullable(z.string()),
})
