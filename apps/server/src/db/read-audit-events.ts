import { type Selectable, sql } from 'kysely'
import type { AuditEventTable } from './audit-tables.js'
import type { Db } from './connect.js'

/** Events of an app, or of one of its users, older than `beforeId`, newest first. */
export async function readAuditEvents(
  db: Db,
  page: { appId: string; userId: string | undefined; beforeId: number | undefined; limit: number },
): Promise<Selectable<AuditEventTable>[]> {
  const { appId, userId, beforeId, limit } = page
  const ofApp = db.selectFrom('audit_event').selectAll().where('app_id', '=', appId)
  const meant = userId === undefined ? ofApp : ofApp.where('user_id', '=', userId)
  const older = beforeId === undefined ? meant : meant.where('id', '<', beforeId)
  return older.orderBy('id', 'desc').limit(limit).execute()
}

/** Whether a session of a user has an event of a kind. */
export async function hasEvent(
  db: Db,
  where: { appId: string; userId: string; sessionId: string; kind: AuditEventTable['kind'] },
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_event')
    .select('id')
    .where('user_id', '=', where.userId)
    .where('app_id', '=', where.appId)
    .where('session_id', '=', where.sessionId)
    .where('kind', '=', where.kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a session has restored a wallet by a recovery method since a time, and the wallet has had that recovery since then.
 */
export async function hasRecovered(
  db: Db,
  where: {
    appId: string
    userId: string
    sessionId: string
    walletId: string
    method: string
    sinceMs: number
  },
): Promise<boolean> {
  const { rows } = await sql`
    select e.id from audit_event e
    join wallet_root r on r.app_id = e.app_id and r.user_id = e.user_id
      and r.wallet_id = ${where.walletId}
    where e.app_id = ${where.appId} and e.user_id = ${where.userId}
      and e.session_id = ${where.sessionId} and e.kind = 'wallet_recovered'
      and e.at >= greatest(${where.sinceMs}, coalesce(r.recovery_set_at, 0))
      and e.data::jsonb ->> 'wallet_id' = ${where.walletId}
      and e.data::jsonb ->> 'method' = ${where.method}
    limit 1`.execute(db)
  return rows.length === 1
}
