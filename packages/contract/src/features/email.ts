import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import {
  authenticateMode,
  emailAddress,
  oneTimeCode,
  success,
  transferNonce,
} from '../primitives.js'
import { route } from '../route.js'

const invalidCode = { code: 'invalid_credentials', status: 422 } as const

/** Login and linking by a code sent by email (wire reference §11.1, 13). */
export const email = {
  init: route({
    ...pageHeads.email.init,
    summary: 'Send a sign-in code to an email address',
    body: z.object({
      email: emailAddress,
      token: z.optional(z.nullable(z.string())),
      // Sallyport's own: the page waits for the link, so the mail of a login has one.
      login_link: z.optional(z.boolean()),
    }),
    response: success,
    errors: [
      'invalid_data',
      'invalid_captcha',
      'max_accounts_reached',
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
    opensSession: true,
    errors: [
      invalidCode,
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_plus_email',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  link: route({
    ...pageHeads.email.link,
    summary: 'Link an email address to the signed-in user',
    body: z.object({ email: emailAddress, code: oneTimeCode }),
    response: user,
    errors: [invalidCode, 'disallowed_plus_email', ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.email.unlink,
    summary: 'Unlink an email address from the signed-in user',
    body: z.object({ address: emailAddress }),
    response: user,
    errors: unlinkErrors,
  }),
  update: route({
    ...pageHeads.email.update,
    summary: 'Replace an email address of the signed-in user',
    body: z.object({ oldAddress: emailAddress, newAddress: emailAddress, code: oneTimeCode }),
    response: user,
    errors: [
      invalidCode,
      'disallowed_plus_email',
      'linked_account_not_found',
      ...linkErrors,
      'older_login_required',
    ],
  }),
  transfer: route({
    ...pageHeads.email.transfer,
    summary: 'Move an email address to the signed-in user and delete the user it belonged to',
    body: z.object({ nonce: transferNonce, email: emailAddress }),
    response: user,
    errors: ['disallowed_plus_email', ...transferErrors],
  }),
}
