import * as z from 'zod/mini'
import { session as sessionEntity } from '../entities/session.js'
import { success } from '../primitives.js'
import { route } from '../route.js'

/** Sessions: refresh with rotation, and logout (wire reference §12). */
export const session = {
  refresh: route({
    method: 'POST',
    path: '/sessions',
    auth: 'app',
    summary:
      'Exchange a refresh token for a new session answer; the access token in the header may be expired',
    body: z.object({ refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
    response: sessionEntity,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests'],
  }),
  logout: route({
    method: 'POST',
    path: '/sessions/logout',
    auth: 'user',
    summary: 'End the session and its refresh tokens',
    body: z.object({ refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(512)))) }),
    response: success,
    errors: ['invalid_data', 'missing_or_invalid_token', 'already_logged_out'],
  }),
}
