import * as z from 'zod/mini'
import { session as sessionEntity } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { success } from '../primitives.js'
import { route } from '../route.js'

/** Sessions: refresh with rotation, and logout (wire reference §12). */
export const session = {
  refresh: route({
    ...pageHeads.session.refresh,
    summary:
      'Exchange a refresh token for a new session answer; the access token in the header may be expired',
    body: z.object({ refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
    response: sessionEntity,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests'],
  }),
  logout: route({
    ...pageHeads.session.logout,
    summary:
      'End the session of the refresh token, of the access token in the header, or of both; the latter may be expired',
    body: z.object({ refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
    response: success,
    errors: ['invalid_data', 'missing_or_invalid_token', 'already_logged_out'],
  }),
  fork: route({
    ...pageHeads.session.fork,
    summary:
      'Rotate the refresh token and get a one-use token of 60 seconds that opens a session in another browser context',
    body: z.object({ refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
    response: z.object({
      token: z.string(),
      refresh_token: z.string(),
      new_session_refresh_token: z.string(),
    }),
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests', 'not_supported'],
  }),
  recover: route({
    ...pageHeads.session.recover,
    summary: 'Exchange a token of `fork` for a session of its own',
    body: z.object({ refresh_token: z.string().check(z.maxLength(512)) }),
    response: sessionEntity,
    errors: ['invalid_data', 'invalid_credentials', 'token_already_used', 'too_many_requests'],
  }),
}
