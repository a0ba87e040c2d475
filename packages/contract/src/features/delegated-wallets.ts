import * as z from 'zod/mini'
import { delegationHeads } from '../delegation-api.js'
import { delegationConsent, delegationPolicy } from '../entities/delegation-consent.js'
import { route } from '../route.js'
import { delegatedEnvelope } from '../wallet-rpc/delegated.js'

const { delegatedWallets: heads } = delegationHeads

/** An embedded wallet by which an app's back end may act, until its user revokes that (specification §3, docs/features/delegation.md). */
export const delegatedWallets = {
  list: route({
    ...heads.list,
    summary: 'The user’s wallets that the app’s back end may act with, and what it may do',
    response: z.object({
      delegations: z.array(
        z.object({
          chain_type: delegationConsent.shape.chainType,
          address: z.string(),
          /** What the user has allowed; null where it was allowed before this was kept. */
          policy: z.nullable(delegationPolicy),
          /** Unix seconds. */
          created_at: z.number(),
          /** When the back end has last used it, in Unix seconds; null before. */
          last_used_at: z.nullable(z.number()),
        }),
      ),
    }),
    errors: ['missing_or_invalid_token'],
  }),
  revoke: route({
    ...heads.revoke,
    summary:
      'End every delegation of the user’s wallets. When it has answered, nothing more is signed',
    response: z.object({ message: z.string() }),
    errors: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
  }),
  rpc: route({
    method: 'POST',
    path: '/wallets/rpc',
    auth: 'secret',
    summary:
      'Sign with a delegated wallet, or send what it signs, as the user has consented to; the signer checks body and signatures again. What the network’s node refuses is answered with 200 and `error`. Older clients call server wallets so, by `wallet_id` or address; their refusals have a status of their own',
    body: delegatedEnvelope,
    response: z.object({
      method: z.string(),
      data: z.optional(z.record(z.string(), z.string())),
      /** Of methods that send, where the node refused: `insufficient_funds` or `transaction_broadcast_failure`. */
      error: z.optional(z.object({ code: z.string(), message: z.string() })),
    }),
    errors: [
      'invalid_data',
      // The authorization signatures are missing or wrong.
      'missing_or_invalid_token',
      'user_has_not_delegated_wallet',
      'policy_violation',
      'not_supported',
      'too_many_requests',
      // Of server wallets.
      'not_found',
      'awaiting_approval',
      { code: 'policy_violation', status: 400 },
      { code: 'feature_not_enabled', status: 400 },
      'insufficient_funds',
      'transaction_broadcast_failure',
    ],
  }),
}
