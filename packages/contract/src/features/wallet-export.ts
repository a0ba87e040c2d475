import * as z from 'zod/mini'
import { base64url, uuid } from '../primitives.js'
import { route } from '../route.js'

const signature = base64url.check(z.minLength(1), z.maxLength(512))
const walletParams = z.object({ wallet_id: uuid })

/** What the wallet frame has recorded when a key is shown, or recovery is tested. Apart from `embeddedWallet`: signing needs none of it. */
export const walletExport = {
  recordExport: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/export',
    auth: 'frame',
    summary:
      'Record that the user is about to see a key of the wallet, and tell them. Needs a login or a factor of the last 15 minutes',
    params: walletParams,
    response: z.object({ success: z.literal(true) }),
    errors: [
      'missing_or_invalid_token',
      'login_too_old',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
  recordRehearsal: route({
    method: 'POST',
    path: '/embedded_wallets/{wallet_id}/recovery_rehearsal',
    auth: 'frame',
    summary: 'Record that the wallet was restored for a test and its address came back',
    params: walletParams,
    body: z.strictObject({
      /** The key that was released for it. */
      recovery_key_id: uuid,
      /** Over `rehearsalProofMessage(…)`. */
      root_proof: signature,
      /** As `embeddedWallet` takes it, over the same text. */
      custody: z.optional(
        z.strictObject({ address: z.string().check(z.maxLength(42)), proof: signature }),
      ),
    }),
    response: z.object({ success: z.literal(true) }),
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
}
