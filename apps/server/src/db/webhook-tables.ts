import type { AttemptFailure, WebhookEventType } from '@sallyport/contract/webhooks'
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AccountRecord, UserRecord } from '../identity/user.js'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Where an app is told of what happens. */
export interface WebhookEndpointTable {
  app_id: string
  webhook_id: string
  url: string
  description: Nullable<string>
  /** Null: every event. */
  event_types: Nullable<WebhookEventType[]>
  contact_email: Nullable<string>
  /** Whether it also gets signatures by a key that a receiver need not keep secret. */
  ed25519: boolean
  state: 'enabled' | 'disabled'
  disabled_reason: Nullable<'by_app' | 'gone' | 'failing'>
  /** The first failed attempt after the last successful one. */
  failing_since: Nullable<number>
  /** HMAC secret and Ed25519 seed, sealed together in this row. */
  secret: Buffer
  public_key: string
  /** Those before the last rotation, which sign as well until then. */
  previous_secret: Nullable<Buffer>
  previous_public_key: Nullable<string>
  previous_until: Nullable<number>
  created_at: number
}

/** Rows as a statement read them, which the body of an event is written from. */
export interface EventRecord {
  user?: UserRecord
  account?: AccountRecord | null
  /** The account stands under `wallet`. */
  wallet?: AccountRecord
}

/** What happened, in the transaction that did it. Only of apps with an endpoint that wants it. */
interface AppEventTable {
  /** The order of what happened to one subject. */
  seq: GeneratedAlways<number>
  id: GeneratedAlways<string>
  app_id: string
  type: WebhookEventType
  /** The user or wallet whose events are delivered in order. */
  subject: string
  /** The fields of the body. */
  data: JSONColumnType<Record<string, unknown>, string, never>
  record: JSONColumnType<EventRecord, string, never>
  at: number
}

/** An event on its way to an endpoint. */
interface WebhookDeliveryTable {
  app_id: string
  webhook_id: string
  seq: number
  subject: string
  state: 'pending' | 'delivered' | 'failed'
  /** Which process has it, until `next_at`. */
  claim: Nullable<string>
  attempts: ColumnType<number, number | undefined, number>
  next_at: number
  created_at: number
  finished_at: Nullable<number>
}

/** One attempt, and what came of it. */
interface WebhookAttemptTable {
  id: GeneratedAlways<number>
  app_id: string
  webhook_id: string
  seq: number
  at: number
  duration_ms: number
  status: number | null
  failure: AttemptFailure | null
  response: string | null
}

/** Tables of webhooks. */
export interface WebhookTables {
  webhook_endpoint: WebhookEndpointTable
  app_event: AppEventTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
}
