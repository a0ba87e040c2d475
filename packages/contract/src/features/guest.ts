import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { guestCredential } from '../primitives.js'
import { route } from '../route.js'

/** A signature of the browser's key over a challenge of `init` (`guestLoginMessage`). */
const keyProof = z.strictObject({
  /** Raw P-256 point, base64url. */
  public_key: z.string().check(z.length(87)),
  challenge: z.string().check(z.maxLength(256)),
  /** Raw r and s, base64url. */
  signature: z.string().check(z.length(86)),
})

/** Guest accounts, kept by a credential or a key that only the browser has (wire reference §11.9, 17.5). */
export const guest = {
  // Ours.
  init: route({
    ...pageHeads.guest.init,
    summary: 'A text for the key of a guest to sign',
    body: z.strictObject({}),
    response: z.object({ challenge: z.string() }),
    errors: ['invalid_data', 'too_many_requests'],
  }),
  authenticate: route({
    ...pageHeads.guest.authenticate,
    summary: 'Log in as the guest of a credential or key, making it on first use',
    // Public clients send the credential. With both, the guest of the credential is bound to the key.
    body: z.strictObject({
      guest_credential: z.optional(guestCredential),
      key_proof: z.optional(keyProof),
    }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'too_many_requests',
    ],
  }),
}
