import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { authenticateMode, emailAddress, shortText, success } from '../primitives.js'
import { route } from '../route.js'

const refused = { code: 'invalid_credentials', status: 422 } as const
/** What the fragment of a link says. */
const link = {
  app_id: shortText(200, 'Invalid app_id'),
  email: emailAddress,
  secret: z.string('Invalid secret').check(z.regex(/^[\w-]{43}$/, 'Invalid secret')),
}
const prefixes = ['/api/v1']

/**
 * The link in a login's mail; these routes are Sallyport's own. The page of the link approves the login of the browser that
 * asked for the mail, and only that browser can finish it: `status` and `authenticate` need its flow cookie.
 */
export const loginLink = {
  status: route({
    ...pageHeads.loginLink.status,
    summary: 'Sallyport’s own: whether the link in the mail to this browser was approved',
    body: z.object({ email: emailAddress }),
    response: z.object({
      state: z.enum(['pending', 'approved', 'none']),
      /** What the user has to type on the page of the link, while it is `pending`. */
      number: z.nullable(z.string()),
    }),
    errors: ['invalid_data', 'too_many_requests'],
  }),
  authenticate: route({
    ...pageHeads.loginLink.authenticate,
    summary: 'Sallyport’s own: exchange an approved link for a session',
    body: z.object({ email: emailAddress, mode: z.optional(authenticateMode) }),
    response: session,
    opensSession: true,
    errors: [
      refused,
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_plus_email',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  read: route({
    method: 'POST',
    path: '/login_link/read',
    prefixes,
    auth: 'none',
    summary: 'Sallyport’s own, for the page of a link: which login it approves',
    body: z.object(link),
    response: z.object({
      app_name: z.string(),
      device: z.nullable(z.string()),
      network: z.string(),
      /** Unix time in milliseconds. */
      asked_at: z.number(),
    }),
    errors: [refused, 'invalid_data', 'too_many_requests'],
  }),
  approve: route({
    method: 'POST',
    path: '/login_link/approve',
    prefixes,
    auth: 'none',
    summary: 'Sallyport’s own, for the page of a link: approve the login whose number was typed',
    body: z.object({
      ...link,
      number: z.string('Enter the number').check(z.regex(/^\d{2}$/, 'The number has two digits.')),
    }),
    response: success,
    errors: [refused, 'invalid_data', 'too_many_requests'],
  }),
}
