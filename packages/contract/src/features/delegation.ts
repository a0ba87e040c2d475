import * as z from 'zod/mini'
import { delegationConsent } from '../entities/delegation-consent.js'
import { requiredString, uuid, walletIndex } from '../primitives.js'
import { route } from '../route.js'

/** How the wallet frame has a user's consent stored (docs/features/delegation.md). Apart from what a page and a back end call: signing needs none of it. */
export const delegation = {
  openConsent: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/delegations',
    auth: 'frame',
    summary:
      'The consent that a user is asked for: what the app’s back end could do with the wallet',
    params: z.object({ wallet_id: uuid }),
    body: z.strictObject({
      chain_type: z.enum(['ethereum', 'solana']),
      wallet_index: walletIndex,
    }),
    response: z.object({ consent: delegationConsent }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'login_too_old',
      'feature_not_enabled',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
  delegate: route({
    method: 'POST',
    path: '/wallets/delegate',
    auth: 'frame',
    summary: 'Keep both halves of a delegated key, after the user has consented',
    body: z.object({
      // As `delegatedActionsConsent`, without the library's code for defaults, which the wallet page would load.
      delegated_addresses: z.array(
        z.object({
          chain_type: delegationConsent.shape.chainType,
          address: requiredString('address must be provided'),
          /** 0 when it is left out. */
          wallet_index: z.optional(walletIndex),
        }),
        'delegated_addresses must be a list',
      ),
      /** The signer's half, sealed to it: `enc` and `ciphertext` in base64url with a dot between them. */
      encrypted_tee_share: requiredString('encrypted_tee_share must be provided').check(
        z.maxLength(2048),
      ),
      /** The API's half, in base64url. */
      app_share: requiredString('app_share must be provided').check(z.maxLength(512)),
      consent: delegationConsent,
    }),
    response: z.object({ success: z.literal(true) }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'login_too_old',
      'feature_not_enabled',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
}
