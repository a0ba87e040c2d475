import * as z from 'zod/mini'
import { success } from '../primitives.js'
import { route } from '../route.js'

/** Events the clients report; failures never reach the user (specification §7). */
export const analytics = {
  record: route({
    method: 'POST',
    path: '/analytics_events',
    auth: 'app',
    summary: 'Record a client event',
    body: z.object({
      event_name: z
        .string()
        .check(z.minLength(1), z.maxLength(255, 'event_name must have at most 255 characters')),
      client_id: z.optional(
        z.nullable(
          z.string().check(z.maxLength(255, 'client_id must have at most 255 characters')),
        ),
      ),
      payload: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    }),
    response: success,
    errors: ['invalid_data', 'too_many_requests'],
  }),
}
