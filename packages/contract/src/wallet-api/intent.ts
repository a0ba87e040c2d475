import * as z from 'zod/mini'
import { pagination } from '../primitives/pagination.js'
import { flag, milliseconds, resourceId } from './fields.js'

/** The kinds of requests that can wait for signatures. */
export const intentTypes = ['RPC', 'TRANSFER', 'WALLET', 'POLICY', 'RULE', 'KEY_QUORUM'] as const

/** Each state of an intent, with the states that may follow it. */
export const intentTransitions = {
  pending: ['processing', 'executed', 'failed', 'expired', 'rejected', 'dismissed'],
  processing: ['executed', 'failed'],
  executed: [],
  failed: [],
  expired: [],
  rejected: [],
  dismissed: [],
} as const satisfies Record<string, readonly string[]>
export type IntentStatus = keyof typeof intentTransitions
// The keys of the table above.
const intentStatuses = Object.keys(intentTransitions) as IntentStatus[]

const signedAt = z.nullable(milliseconds)
const key = z.object({ type: z.literal('key'), public_key: z.string(), signed_at: signedAt })
const user = z.object({ type: z.literal('user'), user_id: z.string(), signed_at: signedAt })
const nested = z.object({
  type: z.literal('key_quorum'),
  key_quorum_id: z.string(),
  display_name: z.optional(z.string()),
  threshold: z.number(),
  threshold_met: z.boolean(),
  members: z.array(z.discriminatedUnion('type', [key, user])),
})

const intentSchema = z.object({
  intent_id: z.string(),
  intent_type: z.enum(intentTypes),
  status: z.enum(intentStatuses),
  resource_id: z.string(),
  created_at: milliseconds,
  expires_at: milliseconds,
  custom_expiry: z.boolean(),
  created_by_display_name: z.string(),
  created_by_id: z.optional(z.string()),
  authorization_details: z.array(
    z.object({
      threshold: z.number(),
      display_name: z.optional(z.string()),
      members: z.array(z.discriminatedUnion('type', [key, user, nested])),
    }),
  ),
  request_details: z.object({
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    url: z.string(),
    body: z.optional(z.unknown()),
    /** Ours: of a direct call that became an intent, what is signed beside the app's id and the expiry. */
    headers: z.optional(z.record(z.string(), z.string())),
  }),
  /** Ours: the page on which members who are users approve it. */
  approval_url: z.optional(z.string()),
  current_resource_data: z.optional(z.unknown()),
  policy: z.optional(z.unknown()),
  action_result: z.optional(
    z.object({
      status_code: z.number(),
      executed_at: milliseconds,
      authorized_by_id: z.optional(z.string()),
      authorized_by_display_name: z.optional(z.string()),
      response_body: z.optional(z.unknown()),
    }),
  ),
  rejected_at: z.optional(milliseconds),
  dismissed_at: z.optional(milliseconds),
  dismissal_reason: z.optional(z.string()),
})
type IntentForm = typeof intentSchema
/** Named, so that the declarations of routes refer to it. */
export interface IntentSchema extends IntentForm {}
/** A request that lacks signatures of its quorum. */
export const intent: IntentSchema = intentSchema
export type Intent = z.output<typeof intent>

/** A member's signature over the underlying request. */
export const intentAuthorization = z.strictObject({
  signature: z.string().check(z.minLength(1), z.maxLength(200)),
  timestamp: milliseconds,
})

/** Query of the list of intents. */
export const intentQuery = z.extend(pagination, {
  status: z.optional(z.enum(intentStatuses)),
  intent_type: z.optional(z.enum(intentTypes)),
  resource_id: z.optional(resourceId),
  created_by_id: z.optional(z.string().check(z.maxLength(100))),
  pending_member_id: z.optional(z.string().check(z.maxLength(400))),
  current_user_has_signed: z.optional(flag),
  sort_by: z.optional(z.enum(['created_at_desc', 'expires_at_asc', 'updated_at_desc'])),
})

/** A page of intents. */
export const intentPage = z.object({ data: z.array(intent), next_cursor: z.nullable(z.string()) })
