import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { ProgramGrantTable } from './custody-tables.js'
import type { OwnerKey } from './wallet-roots.js'

/** What a user lets a program do. */
export type ProgramGrantRow = Selectable<ProgramGrantTable>

/**
 * Keeps a grant in one statement with its consent and the program's request: only while the consent is open and the request waits, so
 * that what the user has ended or refused meanwhile is not kept.
 *
 * @returns false when either is over.
 */
export async function storeProgramGrant(
  db: Db,
  {
    row,
    deviceCodeHash,
    nowMs,
  }: { row: Omit<ProgramGrantRow, 'last_used_at'>; deviceCodeHash: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      delete from open_consent where app_id = ${row.app_id} and user_id = ${row.user_id}
        and consent_id = ${row.grant_id}
      returning consent_id
    ), granted as (
      update program_request set state = 'granted', grant_id = ${row.grant_id}
      where app_id = ${row.app_id} and device_code_hash = ${deviceCodeHash} and state = 'open'
        and expires_at > ${nowMs} and exists (select from given)
      returning device_code_hash
    )
    insert into program_grant (app_id, user_id, grant_id, wallet_id, chain_type, wallet_index,
      address, name, public_key, policy, app_share, created_at, ends_at)
    select ${row.app_id}, ${row.user_id}, ${row.grant_id}, ${row.wallet_id}, ${row.chain_type},
      ${row.wallet_index}::integer, ${row.address}, ${row.name}, ${row.public_key}, ${row.policy},
      ${row.app_share}::bytea, ${row.created_at}::bigint, ${row.ends_at}::bigint
    from granted
    returning grant_id`.execute(db)
  return rows.length === 1
}

/** A grant of the app by its id, or by how its id begins. */
export async function findProgramGrant(
  db: Db,
  { appId, idPrefix }: { appId: string; idPrefix: string },
): Promise<ProgramGrantRow | undefined> {
  return db
    .selectFrom('program_grant')
    .selectAll()
    .where('app_id', '=', appId)
    .where('grant_id', 'like', `${idPrefix}%`)
    .executeTakeFirst()
}

/** The user's grants whose time is not over, the newest first. */
export async function listProgramGrants(
  db: Db,
  { appId, userId, nowMs }: OwnerKey & { nowMs: number },
): Promise<ProgramGrantRow[]> {
  return db
    .selectFrom('program_grant')
    .selectAll()
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('ends_at', '>', nowMs)
    .orderBy('created_at', 'desc')
    .orderBy('grant_id')
    .limit(50)
    .execute()
}

/** Deletes a grant of the user with the API's half of its key; gives it. */
export async function deleteProgramGrant(
  db: Db,
  { appId, userId, grantId }: OwnerKey & { grantId: string },
): Promise<ProgramGrantRow | undefined> {
  return db
    .deleteFrom('program_grant')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('grant_id', '=', grantId)
    .returningAll()
    .executeTakeFirst()
}

/** Notes that a program has acted. */
export async function noteProgramUsed(
  db: Db,
  { appId, grantId, nowMs }: { appId: string; grantId: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('program_grant')
    .set({ last_used_at: nowMs })
    .where('app_id', '=', appId)
    .where('grant_id', '=', grantId)
    .execute()
}

/** Grants of every app whose time was over at `beforeMs`. */
export async function listEndedGrants(
  db: Db,
  { beforeMs, most }: { beforeMs: number; most: number },
): Promise<Pick<ProgramGrantRow, 'app_id' | 'user_id' | 'grant_id'>[]> {
  return db
    .selectFrom('program_grant')
    .select(['app_id', 'user_id', 'grant_id'])
    .where('ends_at', '<=', beforeMs)
    .orderBy('ends_at')
    .limit(most)
    .execute()
}
