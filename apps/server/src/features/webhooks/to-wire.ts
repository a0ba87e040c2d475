import { ApiError } from '@sallyport/contract'
import type { ListedDelivery } from '../../db/webhook-deliveries.js'
import type { WebhookEndpointRow } from '../../db/webhook-endpoints.js'

/** An endpoint as the wire has it, without its secret. */
export function toWireEndpoint(row: WebhookEndpointRow) {
  const { url, description, event_types, contact_email, ed25519, state, created_at } = row
  return {
    id: row.webhook_id,
    url,
    description,
    event_types,
    contact_email,
    ed25519,
    enabled: state === 'enabled',
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since,
    previous_secret_until: row.previous_until,
    created_at,
  }
}

/** A delivery as the wire has it. */
export function toWireDelivery(row: ListedDelivery) {
  const { event_id, type, state, attempts, created_at, next_at, finished_at } = row
  const next_attempt_at = state === 'pending' ? next_at : null
  return { event_id, type, state, attempts, created_at, next_attempt_at, finished_at }
}

/** What is not there, or is another app's. */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', { message: `${what} not found` })
}
