import { sql } from 'kysely'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** A user whose addresses the vault has to be told. */
export interface ContactChange extends UserKey {
  /** Grows with each change: what is told is the change that was read. */
  version: number
  /** Not when the user is deleted, or has nothing in the vault. */
  is_told: boolean
}

/** How long after an attempt the next one may begin, in milliseconds. */
const retryMs = 60_000

/** Notes that the vault has to be told a user's addresses. Pass the transaction that changes them. */
export async function noteContactChange(
  transaction: Db,
  { appId, userId, nowMs }: UserKey & { nowMs: number },
): Promise<void> {
  await sql`
    insert into contact_change as c (app_id, user_id, next_at) values (${appId}, ${userId}, ${nowMs})
    on conflict (app_id, user_id) do update set version = c.version + 1, next_at = ${nowMs}`.execute(
    transaction,
  )
}

/** Takes changes that are due: of several processes one gets each, and the next attempt is a minute later. */
export async function takeContactChanges(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`
    with due as (
      select c.app_id, c.user_id from contact_change c where c.next_at <= ${nowMs}::bigint
      order by c.next_at limit ${limit} for update skip locked
    ), taken as (
      update contact_change c set next_at = ${nowMs}::bigint + ${retryMs}::bigint from due
      where c.app_id = due.app_id and c.user_id = due.user_id
      returning c.app_id, c.user_id, c.version
    )
    select t.app_id as "appId", t.user_id as "userId", t.version,
      u.deleted_at is null and (u.mfa_methods <> '[]'::jsonb or exists (
        select from recovery_key_ref r where r.app_id = t.app_id and r.user_id = t.user_id)) as is_told
    from taken t join user_account u on u.app_id = t.app_id and u.id = t.user_id`.execute(db)
  return rows
}

/** Forgets a change that the vault was told, unless another one came after it. */
export async function dropContactChange(db: Db, change: ContactChange): Promise<void> {
  await db
    .deleteFrom('contact_change')
    .where('app_id', '=', change.appId)
    .where('user_id', '=', change.userId)
    .where('version', '=', change.version)
    .execute()
}
