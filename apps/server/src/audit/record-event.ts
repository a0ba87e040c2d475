import type { AuditData, AuditKind } from '@sallyport/contract'
import type { Db } from '../db/connect.js'

/** Something that happened to a user, or to an app when `userId` is undefined. */
interface NewEvent {
  kind: AuditKind
  appId: string
  /** Without prefix. */
  userId: string | undefined
  sessionId?: string | undefined
  data: AuditData
  nowMs: number
}

/** An event that was recorded; `notify` tells users of it. */
export interface RecordedEvent extends NewEvent {
  id: number
}

/**
 * Adds an event to the audit log. Pass the transaction that does what is recorded, so that neither exists without the
 * other. `sealEvents` gives it its place in the app's chain later.
 */
export async function recordEvent(db: Db, event: NewEvent): Promise<RecordedEvent> {
  const { kind, appId, userId, sessionId, data, nowMs } = event
  const { id } = await db
    .insertInto('audit_event')
    .values({
      app_id: appId,
      user_id: userId ?? null,
      session_id: sessionId ?? null,
      kind,
      at: nowMs,
      data: JSON.stringify(data),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...event, id }
}
