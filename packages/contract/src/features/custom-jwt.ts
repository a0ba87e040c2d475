import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { authenticateMode } from '../primitives.js'
import { route } from '../route.js'

/** Longest token of an app's own login. */
const customJwtMaxLength = 16_384

const token = z.optional(z.nullable(z.string().check(z.maxLength(customJwtMaxLength))))

/** Login by a token of the app's own login (wire reference §11.9). */
export const customJwt = {
  authenticate: route({
    ...pageHeads.customJwt.authenticate,
    summary: "Exchange a token of the app's own login for a session",
    body: z.object({ token, mode: z.optional(authenticateMode) }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_credentials',
      'token_already_used',
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
  link: route({
    ...pageHeads.customJwt.link,
    summary: "Link the account of the app's own login to the signed-in user",
    body: z.object({ token }),
    response: user,
    errors: ['invalid_credentials', 'token_already_used', 'not_supported', ...linkErrors],
  }),
}
