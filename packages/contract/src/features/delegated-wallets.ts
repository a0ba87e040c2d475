import * as z from 'zod/mini'
import { delegationHeads } from '../delegation-api.js'
import { delegatedActionsConsent } from '../entities/delegated-actions.js'
import { delegationConsent } from '../entities/delegation-consent.js'
import { requiredString, uuid } from '../primitives.js'
import { route } from '../route.js'

const { delegatedWallets: heads } = delegationHeads

/** An embedded wallet by which an app's back end may act, until its user revokes that (specification §3, docs/delegation.md). */
export const delegatedWallets = {
  openConsent: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/delegations',
    auth: 'frame',
    summary:
      'The consent that a user is asked for: what the app’s back end could do with the wallet',
    params: z.object({ wallet_id: uuid }),
    body: z.strictObject({
      chain_type: z.enum(['ethereum', 'solana']),
      wallet_index: z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1)),
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
    body: z.extend(delegatedActionsConsent, {
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
      'Sign with a delegated wallet, as the user has consented to; the signer checks body and signatures again',
    body: z.catchall(
      z.object({
        address: z.string('address must be provided').check(z.minLength(1), z.maxLength(64)),
        chain_type: z.enum(['ethereum', 'solana'], "chain_type must be 'ethereum' or 'solana'"),
        method: z.string('method must be provided').check(z.maxLength(64)),
      }),
      z.unknown(),
    ),
    response: z.object({ method: z.string(), data: z.record(z.string(), z.string()) }),
    errors: [
      'invalid_data',
      // The authorization signatures are missing or wrong.
      'missing_or_invalid_token',
      'user_has_not_delegated_wallet',
      'policy_violation',
      'not_supported',
      'too_many_requests',
    ],
  }),
}
