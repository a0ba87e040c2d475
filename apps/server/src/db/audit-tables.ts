import type { AuditData, AuditKind } from '@sallyport/contract'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { WebhookTables } from './webhook-tables.js'

/** What happened; rows are added and never changed. */
export interface AuditEventTable {
  id: GeneratedAlways<number>
  app_id: string
  /** Null for an event of the app itself. */
  user_id: string | null
  session_id: string | null
  kind: AuditKind
  at: number
  data: JSONColumnType<AuditData, string, never>
}

/** An event's place in the chain of its app; rows are added and never changed. */
interface AuditSealTable {
  app_id: string
  /** Counts from 1 without gaps. */
  seq: number
  event_id: number
  /** SHA-256 over the event and the hash before it. */
  hash: Buffer
  /** HMAC-SHA256 of `hash` under a key that is not in the database. */
  mac: Buffer
}

/** Events that wait for their place in the chain; a trigger adds them. */
interface AuditPendingTable {
  event_id: number
}

/** A message about an event to one address: the outbox. */
interface NoticeTable {
  id: GeneratedAlways<number>
  app_id: string
  event_id: number
  channel: NoticeChannel
  /** Empty for the operator's webhook, whose address is a setting. */
  address: string
  attempts: Generated<number>
  /** Before it no process tries to send it. */
  next_at: number
  sent_at: Generated<number | null>
  /** It was given up. */
  failed_at: Generated<number | null>
  created_at: number
}

/** How a notice is sent. */
export type NoticeChannel = 'email' | 'sms' | 'webhook'

/** The tables of the audit log, its notices and webhooks. */
export interface AuditTables extends WebhookTables {
  audit_event: AuditEventTable
  audit_seal: AuditSealTable
  audit_pending: AuditPendingTable
  notice: NoticeTable
}
