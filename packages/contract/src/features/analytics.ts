import * as z from 'zod/mini'
import { analyticsTextMaxLength } from '../limits.js'
import { pageHeads } from '../page-heads.js'
import { mapOf, shortText, success } from '../primitives.js'
import { route } from '../route.js'

const eventNameText = 'event_name must have 1 to 255 characters'
const clientIdText = 'client_id must have at most 255 characters'
/** No line breaks and no escapes: both texts may be printed to logs. */
const printable = /^\P{Cc}*$/u

/** Events the clients report; failures never reach the user (specification §7). */
export const analytics = {
  record: route({
    ...pageHeads.analytics.record,
    summary: 'Record a client event',
    body: z.object({
      event_name: shortText(analyticsTextMaxLength, eventNameText).check(
        z.minLength(1, eventNameText),
        z.regex(printable, eventNameText),
      ),
      client_id: z.optional(
        z.nullable(
          shortText(analyticsTextMaxLength, clientIdText).check(z.regex(printable, clientIdText)),
        ),
      ),
      payload: z.optional(z.nullable(mapOf(z.unknown()))),
    }),
    response: success,
    errors: ['invalid_data', 'too_many_requests'],
  }),
}
