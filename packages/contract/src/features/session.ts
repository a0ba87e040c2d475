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
}
