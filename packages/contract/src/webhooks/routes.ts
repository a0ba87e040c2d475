import * as z from 'zod/mini'
import { accountId, missingAppId } from '../primitives/account-id.js'
import { pagination } from '../primitives/pagination.js'
import { emailAddress, shortText, success } from '../primitives.js'
import { route } from '../route.js'
import { atLeastOne, milliseconds, resourceId } from '../wallet-api/fields.js'
import { unsentEvents, webhookEventTypes } from './events.js'

const base = { auth: 'secret', prefixes: ['/admin/v1'] } as const
const reads = [
  'missing_or_invalid_privy_app_id',
  'invalid_credentials',
  'invalid_data',
  'not_found',
] as const

/** Why an endpoint gets nothing any more: the app switched it off, it answered 410, or it failed for days. */
export const disabledReasons = ['by_app', 'gone', 'failing'] as const
export const deliveryStates = ['pending', 'delivered', 'failed'] as const

/** Why an attempt failed without an answer. */
export const attemptFailures = ['timeout', 'unreachable', 'private_address', 'redirect'] as const
export type AttemptFailure = (typeof attemptFailures)[number]

const url = z
  .string('url must be provided')
  .check(
    z.minLength(1, 'url must be provided'),
    z.maxLength(2_000, 'url has at most 2000 characters'),
  )
const knownTypes = z.enum(webhookEventTypes)
type KnownTypes = typeof knownTypes
/** Named for declarations, as `UserSchema`. */
interface WebhookEventTypeSchema extends KnownTypes {}
const eventType: WebhookEventTypeSchema = knownTypes
const eventTypes: z.ZodMiniArray<WebhookEventTypeSchema> = z
  .array(
    z.enum(webhookEventTypes, {
      error: ({ input }) => {
        const reason = Object.entries(unsentEvents).find(([name]) => name === input)?.[1]
        return reason ? `${String(input)} is not sent: ${reason}` : 'Not the name of an event'
      },
    }),
  )
  .check(z.minLength(1, 'Name at least one event, or leave event_types out for all of them'))
const settings = {
  description: z.optional(shortText(200, 'Must be text of at most 200 characters')),
  /** Left out or null: every event. */
  event_types: z.optional(z.nullable(eventTypes)),
  /** Who gets a mail when it is switched off. */
  contact_email: z.optional(z.nullable(emailAddress)),
  /** Also signs with Ed25519, so that a receiver needs no secret: the keys are at the app's `webhooks/jwks.json`. */
  ed25519: z.optional(z.boolean()),
}

const endpointObject = z.object({
  id: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  event_types: z.nullable(z.array(eventType)),
  contact_email: z.nullable(z.string()),
  ed25519: z.boolean(),
  enabled: z.boolean(),
  disabled_reason: z.nullable(z.enum(disabledReasons)),
  /** Since when no delivery has succeeded; null while they do. */
  failing_since: z.nullable(milliseconds),
  /** Until when the secret before the last rotation signs as well. */
  previous_secret_until: z.nullable(milliseconds),
  created_at: milliseconds,
})
type EndpointObject = typeof endpointObject
interface WebhookEndpointSchema extends EndpointObject {}
const endpoint: WebhookEndpointSchema = endpointObject
const withSecretObject = z.extend(endpointObject, {
  /** Shown this once. */
  secret: z.string(),
})
type WithSecretObject = typeof withSecretObject
interface WebhookEndpointWithSecretSchema extends WithSecretObject {}
const endpointWithSecret: WebhookEndpointWithSecretSchema = withSecretObject
const attempt = z.object({
  at: milliseconds,
  duration_ms: z.number(),
  status: z.nullable(z.number()),
  failure: z.nullable(z.enum(attemptFailures)),
  /** How the answer began. */
  response: z.nullable(z.string()),
})
const deliveryObject = z.object({
  event_id: z.string(),
  type: eventType,
  state: z.enum(deliveryStates),
  attempts: z.number(),
  created_at: milliseconds,
  next_attempt_at: z.nullable(milliseconds),
  finished_at: z.nullable(milliseconds),
})

type DeliveryObject = typeof deliveryObject
interface WebhookDeliverySchema extends DeliveryObject {}
const delivery: WebhookDeliverySchema = deliveryObject

const one = z.object({ webhook_id: resourceId })
const eventId = z.string().check(z.regex(/^evt_[0-9a-f]{32}$/, 'Must be the id of an event'))
const resend = z.union(
  [
    z.strictObject({ event_id: eventId }),
    z.strictObject({ since: milliseconds, until: z.optional(milliseconds) }),
    z.strictObject({ failed: z.literal(true) }),
  ],
  'Give { event_id }, { since, until } or { failed: true }',
)

/** Where an app is told of what happens, for its back end. */
export const webhooks = {
  create: route({
    ...base,
    method: 'POST',
    path: '/webhooks',
    summary: 'Add an endpoint; its secret is answered this once',
    body: z.strictObject({ url, ...settings }),
    response: endpointWithSecret,
    errors: reads,
  }),
  list: route({
    ...base,
    method: 'GET',
    path: '/webhooks',
    summary: 'The endpoints of the app',
    response: z.object({ data: z.array(endpoint) }),
    errors: reads,
  }),
  find: route({
    ...base,
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'An endpoint',
    params: one,
    response: endpoint,
    errors: reads,
  }),
  update: route({
    ...base,
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary: 'Change an endpoint, switch it off or on',
    params: one,
    body: z
      .strictObject({ url: z.optional(url), enabled: z.optional(z.boolean()), ...settings })
      .check(atLeastOne()),
    response: endpoint,
    errors: reads,
  }),
  remove: route({
    ...base,
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete an endpoint with its deliveries',
    params: one,
    response: success,
    errors: reads,
  }),
  rotate: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate',
    summary: 'Give an endpoint another secret; the one before signs as well for 24 hours',
    params: one,
    body: z.strictObject({
      /** How long the secret before signs as well: 0 to 7 days in seconds. Default 24 hours. */
      overlap_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(604_800))),
    }),
    response: endpointWithSecret,
    errors: reads,
  }),
  deliveries: route({
    ...base,
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'What was sent to an endpoint or waits, the newest event first',
    params: one,
    query: z.extend(pagination, { state: z.optional(z.enum(deliveryStates)) }),
    response: z.object({ data: z.array(delivery), next_cursor: z.nullable(z.string()) }),
    errors: reads,
  }),
  delivery: route({
    ...base,
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries/{event_id}',
    summary: 'One delivery with its body and attempts',
    params: z.extend(one, { event_id: eventId }),
    response: z.extend(deliveryObject, { body: z.string(), attempt_list: z.array(attempt) }),
    errors: reads,
  }),
  resend: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{webhook_id}/resend',
    summary: 'Send again one event, those of a time, or all that failed',
    params: one,
    body: resend,
    response: z.object({ resent: z.number() }),
    errors: reads,
  }),
  keys: route({
    method: 'GET',
    path: '/apps/{app_id}/webhooks/jwks.json',
    auth: 'none',
    summary: 'The Ed25519 keys that sign webhooks of an app (RFC 7517)',
    params: z.object({ app_id: accountId }),
    invalid: missingAppId,
    response: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          x: z.string(),
          kid: z.string(),
          use: z.literal('sig'),
          alg: z.literal('EdDSA'),
        }),
      ),
    }),
    errors: ['missing_or_invalid_privy_app_id'],
  }),
}
