import * as z from 'zod/mini'
import { auditEvent } from '../entities/audit-event.js'
import { accountId } from '../primitives/account-id.js'
import { pagination } from '../primitives/pagination.js'
import { userId } from '../primitives/user-id.js'
import { success } from '../primitives.js'
import { route } from '../route.js'
import { sessionsHeads } from '../sessions-api.js'

const events = z.object({ data: z.array(auditEvent), next_cursor: z.nullable(z.string()) })

/** A session of the signed-in user, and the browser it was opened in. */
const listedSession = z.object({
  id: z.string(),
  device: z.object({
    /** Such as `Firefox on Linux`; null when the browser did not say. */
    name: z.nullable(z.string()),
    browser: z.nullable(z.string()),
    os: z.nullable(z.string()),
    /** Country code, where the deployment knows it. */
    place: z.optional(z.string()),
  }),
  /** Unix seconds. */
  created_at: z.number(),
  /** When it was last refreshed, Unix seconds. */
  last_used_at: z.number(),
  /** The session of this request. */
  is_current: z.boolean(),
  /** Its browser can't open the wallet any more and has to restore it. */
  device_revoked: z.boolean(),
})
/** See `sessions.list`. */
export type ListedSession = z.output<typeof listedSession>

/** The user's sessions, and what happened to their account. */
export const sessions = {
  list: route({
    ...sessionsHeads.sessions.list,
    summary: 'The open sessions of the signed-in user, the last used first',
    response: z.object({ sessions: z.array(listedSession) }),
    errors: ['missing_or_invalid_token', 'too_many_requests'],
  }),
  revoke: route({
    ...sessionsHeads.sessions.revoke,
    summary: 'End one session of the signed-in user, or all but the one of this request',
    body: z.union([
      z.strictObject({ session_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
      z.strictObject({ others: z.literal(true) }),
    ]),
    response: success,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'missing_or_invalid_wallet_grant',
      'missing_or_invalid_mfa',
      'too_many_requests',
    ],
  }),
  activity: route({
    ...sessionsHeads.sessions.activity,
    summary: 'What happened to the account of the signed-in user, newest first, in pages',
    query: pagination,
    response: events,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests'],
  }),
  auditEvents: route({
    method: 'GET',
    path: '/apps/{app_id}/audit_events',
    auth: 'secret',
    summary: 'The audit log of the app, or of one of its users, newest first, in pages',
    params: z.object({ app_id: accountId }),
    query: z.extend(pagination, { user_id: z.optional(userId) }),
    response: events,
    errors: ['invalid_data', 'missing_or_invalid_privy_app_id'],
  }),
}
