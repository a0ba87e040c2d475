import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { guestCredential } from '../primitives.js'
import { route } from '../route.js'

/** Guest accounts, kept by a credential only the browser holds (wire reference §11.9, 17.5). */
export const guest = {
  authenticate: route({
    ...pageHeads.guest.authenticate,
    summary: 'Log in as the guest a credential names, making it on first use',
    body: z.strictObject({ guest_credential: guestCredential }),
    response: session,
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
