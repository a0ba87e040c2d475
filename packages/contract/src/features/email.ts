import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { authenticateMode, emailAddress, oneTimeCode, success } from '../primitives.js'
import { route } from '../route.js'

/** Login by a code sent by email (wire reference §11.1). */
export const email = {
  init: route({
    ...pageHeads.email.init,
    summary: 'Send a sign-in code to an email address',
    body: z.object({ email: emailAddress, token: z.optional(z.nullable(z.string())) }),
    response: success,
    errors: [
      'invalid_data',
      'invalid_captcha',
      'allowlist_rejected',
      'disallowed_plus_email',
      'disallowed_login_method',
      'too_many_requests',
      'user_unsubscribed',
    ],
  }),
  authenticate: route({
    ...pageHeads.email.authenticate,
    summary: 'Exchange an emailed code for a session',
    body: z.object({ email: emailAddress, code: oneTimeCode, mode: z.optional(authenticateMode) }),
    response: session,
    errors: [
      { code: 'invalid_credentials', status: 422 },
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_plus_email',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
}
