import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { ProgramRequestTable } from './custody-tables.js'

/** A program that asks for access to a wallet. */
export type ProgramRequestRow = Selectable<ProgramRequestTable>

/** Keeps a request, and forgets those whose time is over. */
export async function storeProgramRequest(
  db: Db,
  row: Omit<ProgramRequestRow, 'polled_at'>,
): Promise<void> {
  await db
    .deleteFrom('program_request')
    // A program that asks late is told so for a day.
    .where('expires_at', '<', row.created_at - 86_400_000)
    .execute()
  await db.insertInto('program_request').values(row).execute()
}

type Hashed = { appId: string; hashes: readonly string[] }

/** The request whose user code has one of these hashes, while it waits for its user. */
export async function findOpenRequest(
  db: Db,
  { appId, hashes, nowMs }: Hashed & { nowMs: number },
): Promise<ProgramRequestRow | undefined> {
  return db
    .selectFrom('program_request')
    .selectAll()
    .where('app_id', '=', appId)
    .where('user_code_hash', 'in', hashes)
    .where('state', '=', 'open')
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** How much earlier than asked a question may arrive: networks are not even. */
const slackMs = 500

/**
 * The request whose device code has one of these hashes; notes that it is asked for now. `is_early` says that it was asked for again
 * before its interval was over, which makes that longer.
 */
export async function pollRequest(
  db: Db,
  { appId, hashes, nowMs }: Hashed & { nowMs: number },
): Promise<(ProgramRequestRow & { is_early: boolean }) | undefined> {
  const { rows } = await sql<ProgramRequestRow & { is_early: boolean }>`
    with found as (
      select device_code_hash, coalesce(
        polled_at + interval_seconds * 1000 - ${slackMs}::bigint > ${nowMs}::bigint, false) as is_early
      from program_request
      where app_id = ${appId} and device_code_hash = any(${[...hashes]}::text[]) for update
    )
    update program_request r set polled_at = ${nowMs}::bigint,
      interval_seconds = case when found.is_early then least(r.interval_seconds + 5, 60)
        else r.interval_seconds end
    from found where r.app_id = ${appId} and r.device_code_hash = found.device_code_hash
    returning r.*, found.is_early`.execute(db)
  return rows[0]
}

/** Uses up a granted request: true once, however many ask at the same time. */
export async function useRequest(
  db: Db,
  { appId, deviceCodeHash, nowMs }: { appId: string; deviceCodeHash: string; nowMs: number },
): Promise<boolean> {
  const used = await db
    .updateTable('program_request')
    .set({ state: 'used' })
    .where('app_id', '=', appId)
    .where('device_code_hash', '=', deviceCodeHash)
    .where('state', '=', 'granted')
    .where('expires_at', '>', nowMs)
    .returning('device_code_hash')
    .execute()
  return used.length === 1
}

/** Refuses a request that waits. */
export async function denyRequest(
  db: Db,
  { appId, deviceCodeHash }: { appId: string; deviceCodeHash: string },
): Promise<void> {
  await db
    .updateTable('program_request')
    .set({ state: 'denied' })
    .where('app_id', '=', appId)
    .where('device_code_hash', '=', deviceCodeHash)
    .where('state', '=', 'open')
    .execute()
}
