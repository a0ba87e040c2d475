import { sql } from 'kysely'
import { recordEvent } from '../audit/record-event.js'
import { recordUserEvent } from './app-events.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** How long the accounts of a deleted user are held, in milliseconds. */
export const holdMs = 30 * 86_400_000

/**
 * Deletes a user softly: their sessions end, their accounts can be used by others, and everything is held so that the
 * deletion can be undone. Rows that hold shares stay (T-17).
 *
 * @returns false when there is no such user.
 */
export async function deleteUser(
  db: Db,
  user: { appId: string; userId: string; nowMs: number },
): Promise<boolean> {
  const { appId, userId, nowMs } = user
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('user_account')
      .set({ deleted_at: nowMs, custom_metadata: null })
      .where('app_id', '=', appId)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    // While they still have their accounts.
    await recordUserEvent(transaction, { appId, userId, type: 'user.deleted', nowMs })
    await holdAccounts(transaction, { nowMs, only: { appId, userId } })
    await forgetUser(transaction, { appId, userId })
    const data = { by: 'app' } as const
    await recordEvent(transaction, { kind: 'user_deleted', appId, userId, data, nowMs })
    return true
  })
}

/**
 * Holds the accounts and ends the sessions of deleted users. Repeated by maintenance, because a login or link that ran at
 * the same time as the deletion may have added some.
 */
export async function holdAccounts(
  db: Db,
  { nowMs, only }: { nowMs: number; only?: { appId: string; userId: string } },
): Promise<void> {
  const isMeant = only ? sql`u.app_id = ${only.appId} and u.id = ${only.userId}` : sql`true`
  await sql`
    with moved as (
      delete from linked_account l using user_account u
      where ${isMeant} and u.deleted_at is not null and l.app_id = u.app_id and l.user_id = u.id
      returning l.app_id, l.user_id, l.type, l.key, l.data, l.credential, l.mac, l.verified_email, l.email_mac, l.first_verified_at, l.is_first, l.age_mac,
        l.latest_verified_at
    )
    insert into held_account
      (app_id, user_id, type, key, data, credential, mac, verified_email, email_mac, first_verified_at, is_first, age_mac,
        latest_verified_at, held_at)
    select m.app_id, m.user_id, m.type, m.key, m.data, m.credential, m.mac, m.verified_email, m.email_mac, m.first_verified_at, m.is_first, m.age_mac,
      m.latest_verified_at,
      ${nowMs}::bigint from moved m`.execute(db)
  await sql`
    update session s set revoked_at = ${nowMs}, mac = null from user_account u
    where ${isMeant} and u.deleted_at is not null and s.app_id = u.app_id and s.user_id = u.id
      and s.revoked_at is null`.execute(db)
}

/**
 * Deletes what a deleted user no longer needs: notices that were not sent, a reset that runs, what is under way, and the halves
 * of delegated keys, without which the signer signs nothing.
 */
async function forgetUser(
  transaction: Db,
  { appId, userId }: { appId: string; userId: string },
): Promise<void> {
  await sql`
    delete from notice n using audit_event e
    where e.id = n.event_id and n.app_id = e.app_id and e.app_id = ${appId} and e.user_id = ${userId}`.execute(
    transaction,
  )
  for (const table of [
    'factor_reset',
    'account_transfer',
    'account_undo',
    'contact_change',
    'delegation',
    'program_grant',
    'open_consent',
    'cross_app_grant',
  ] as const) {
    await transaction
      .deleteFrom(table)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Forgets accounts held for longer than the hold. */
export async function dropHeldAccounts(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('held_account')
    .where('held_at', '<=', nowMs - holdMs)
    .execute()
}

/** Users whose hold is over and whom the vault has not forgotten. */
export async function listUsersToForget(db: Db, nowMs: number): Promise<UserKey[]> {
  const rows = await db
    .selectFrom('user_account')
    .select(['app_id', 'id'])
    .where('deleted_at', '<=', nowMs - holdMs)
    .where('is_vault_deleted', '=', false)
    .limit(100)
    .execute()
  return rows.map(({ app_id: appId, id: userId }) => ({ appId, userId }))
}

/** Notes that the vault has forgotten a user, whose factors are gone with it. @param mac of no factors, see `authenticRows.userFactors`. */
export async function noteForgottenUser(
  db: Db,
  { appId, userId, mac }: UserKey & { mac: Buffer },
): Promise<void> {
  await sql`
    update user_account set is_vault_deleted = true, mfa_methods = '[]', recovery_codes_at = null, factors_mac = ${mac}
    where app_id = ${appId} and id = ${userId} and deleted_at is not null`.execute(db)
}
