import * as z from 'zod/mini'
import { requiredString, walletIndex } from '../primitives.js'

/** A user's consent that the app's back end may act for these wallets (specification §3). */
export const delegatedActionsConsent = z.object({
  encrypted_tee_share: requiredString('encrypted_tee_share must be provided'),
  app_share: requiredString('app_share must be provided'),
  delegated_addresses: z.array(
    z.object({
      chain_type: z.enum(['ethereum', 'solana'], "chain_type must be 'ethereum' or 'solana'"),
      address: requiredString('address must be provided'),
      wallet_index: z._default(walletIndex, 0),
    }),
    'delegated_addresses must be a list',
  ),
})
export type DelegatedActionsConsent = z.output<typeof delegatedActionsConsent>
