import { sql } from 'kysely'
import type { ChainedEvent, Link } from '../audit/chain.js'
import type { Db } from './connect.js'

/** Any number: processes of one deployment agree on it. */
const sealerLock = 7_116_013

/** Lets one process seal until the transaction ends; false when another one does. */
export async function lockSealer(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sealerLock}) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}

/** Events without a place in their chain, oldest first. */
export async function readPending(transaction: Db, limit: number): Promise<ChainedEvent[]> {
  return transaction
    .selectFrom('audit_pending')
    .innerJoin('audit_event', 'audit_event.id', 'audit_pending.event_id')
    .selectAll('audit_event')
    .orderBy('audit_pending.event_id')
    .limit(limit)
    .execute()
}

/** A sealed event; `event` is undefined when its row was removed. */
export interface SealedEvent {
  link: Link
  eventId: number
  event: ChainedEvent | undefined
}

/** Sealed events of an app after a place of its chain, in order. */
export async function readSealed(
  db: Db,
  { appId, afterSeq, limit }: { appId: string; afterSeq: number; limit: number },
): Promise<SealedEvent[]> {
  const rows = await db
    .selectFrom('audit_seal')
    .leftJoin('audit_event', 'audit_event.id', 'audit_seal.event_id')
    .selectAll('audit_seal')
    .select([
      'audit_event.id',
      'audit_event.app_id as event_app_id',
      'audit_event.user_id',
      'audit_event.session_id',
      'audit_event.kind',
      'audit_event.at',
      'audit_event.data',
    ])
    .where('audit_seal.app_id', '=', appId)
    .where('audit_seal.seq', '>', afterSeq)
    .orderBy('audit_seal.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, hash, mac, event_id, id, event_app_id, kind, at, data, ...event }) => ({
    link: { seq, hash, mac },
    eventId: event_id,
    event:
      id === null || event_app_id === null || kind === null || at === null || data === null
        ? undefined
        : { ...event, id, app_id: event_app_id, kind, at, data },
  }))
}

/** The place of the newest sealed event of an app; 0 without one. */
export async function readHeadSeq(db: Db, appId: string): Promise<number> {
  const row = await db
    .selectFrom('audit_seal')
    .select('seq')
    .where('app_id', '=', appId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Stores the links of events, which then no longer wait. */
export async function writeSeals(
  transaction: Db,
  sealed: readonly { event: ChainedEvent; link: Link }[],
): Promise<void> {
  await transaction
    .insertInto('audit_seal')
    .values(
      sealed.map(({ event, link }) => ({ app_id: event.app_id, event_id: event.id, ...link })),
    )
    .execute()
  const ids = sealed.map(({ event }) => event.id)
  await transaction.deleteFrom('audit_pending').where('event_id', 'in', ids).execute()
}

/** Events of an app that wait to be sealed, and those that neither wait nor are sealed. */
export async function countUnsealed(
  db: Db,
  appId: string,
): Promise<{ waiting: number; lost: number }> {
  const { rows } = await sql<{ waiting: number; lost: number }>`
    select count(p.event_id) as waiting, count(*) filter (where p.event_id is null) as lost
    from audit_event e left join audit_seal s on s.app_id = e.app_id and s.event_id = e.id
      left join audit_pending p on p.event_id = e.id
    where e.app_id = ${appId} and s.event_id is null`.execute(db)
  return rows[0] ?? { waiting: 0, lost: 0 }
}
