import type { AuditData, AuditKind } from '@sallyport/contract'
import { sql } from 'kysely'
import type { NoticeChannel } from './audit-tables.js'
import type { Db } from './connect.js'

/** A notice that is to be sent now, with the event it tells of. */
export interface DueNotice {
  id: number
  app_id: string
  event_id: number
  channel: NoticeChannel
  address: string
  /** Counting this one. */
  attempts: number
  user_id: string | null
  /** Of the user: see `storedLocale`. */
  locale: string | null
  kind: AuditKind
  at: number
  data: AuditData
}

/**
 * How long an address of a user hears nothing after a message: what happens meanwhile is told together. Operators' webhooks
 * get each alarm at once.
 */
const quietMs = 60_000

/** Takes notices that are due: of several processes one gets each, and the next attempt is after `waitAfter`. */
export async function claimNotices(
  db: Db,
  claim: { nowMs: number; limit: number; waitAfter: (attempts: number) => number },
): Promise<DueNotice[]> {
  const { nowMs, limit, waitAfter } = claim
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<DueNotice>`
      select n.id, n.app_id, n.event_id, n.channel, n.address, n.attempts + 1 as attempts,
        e.user_id, u.locale, e.kind, e.at, e.data
      from notice n join audit_event e on e.app_id = n.app_id and e.id = n.event_id
        left join user_account u on u.app_id = e.app_id and u.id = e.user_id
      where n.sent_at is null and n.failed_at is null and n.next_at <= ${nowMs}::bigint
        and (n.channel = 'webhook' or not exists (
          select 1 from notice s where s.app_id = n.app_id and s.channel = n.channel
            and s.address = n.address and s.sent_at > ${nowMs - quietMs}::bigint))
      order by n.next_at limit ${limit} for update of n skip locked`.execute(transaction)
    for (const { id, attempts } of rows) {
      await transaction
        .updateTable('notice')
        .set({ attempts, next_at: nowMs + waitAfter(attempts) })
        .where('id', '=', id)
        .execute()
    }
    return rows
  })
}

/** Notes that a notice was sent, or given up. */
export async function finishNotice(
  db: Db,
  { id, column, nowMs }: { id: number; column: 'sent_at' | 'failed_at'; nowMs: number },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ [column]: nowMs })
    .where('id', '=', id)
    .execute()
}

/** Forgets notices that were sent or given up before `beforeMs`, with the addresses they went to. */
export async function dropFinishedNotices(db: Db, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('notice')
    .where(({ or, eb }) => or([eb('sent_at', '<', beforeMs), eb('failed_at', '<', beforeMs)]))
    .execute()
}

/** Puts an alarm for the operator's webhook into the outbox. */
export async function insertAlarmNotice(
  db: Db,
  { appId, eventId, nowMs }: { appId: string; eventId: number; nowMs: number },
): Promise<void> {
  const times = { next_at: nowMs, created_at: nowMs }
  await db
    .insertInto('notice')
    .values({ app_id: appId, event_id: eventId, channel: 'webhook', address: '', ...times })
    .execute()
}

/** Notices that wait to be sent, and events that wait for their place in the chain. */
export async function countWaiting(db: Db): Promise<{ notices: number; events: number }> {
  const { rows } = await sql<{ notices: number; events: number }>`
    select (select count(*) from notice where sent_at is null and failed_at is null) as notices,
      (select count(*) from audit_pending) as events`.execute(db)
  return rows[0] ?? { notices: 0, events: 0 }
}
