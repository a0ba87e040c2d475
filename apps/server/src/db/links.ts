import { sql } from 'kysely'
import type { AccountOwner } from '../identity/decide-link.js'
import type { Proof } from '../identity/proof.js'
import type { AccountKey, ProvenAccount } from '../identity/proven-account.js'
import type { AccountRecord } from '../identity/user.js'
import { recordSessionEnds } from './app-events.js'
import { endClaim } from './claimed-wallets.js'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'

/** A user of an app, without prefix. */
export interface UserKey {
  appId: string
  userId: string
}

/** An account of an app. */
interface AppAccountKey extends AccountKey {
  appId: string
}

/**
 * Holds users until the transaction ends, so that the changes of one user's accounts follow each other. Logins go on.
 * Locked in the order of their ids, so that two transactions cannot deadlock.
 *
 * @returns the ids of those that exist and are not deleted.
 */
export async function lockUsers(
  transaction: Db,
  { appId, userIds }: { appId: string; userIds: readonly string[] },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('user_account')
    .select('id')
    .where('app_id', '=', appId)
    .where('id', 'in', [...userIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Completes a proof in a transaction; false when it is wrong. `db` is the transaction's, for the deadline. */
export async function completeProof(db: Db, transaction: Db, proof: Proof): Promise<boolean> {
  const { rows } = await sql<DeadlineRow & { proven: boolean }>`
    with ${deadlineCte(db)}, ${proof.ctes}
    select deadline.*, proof.proven from deadline cross join proof`.execute(transaction)
  requireInTime(db, rows)
  return rows[0]?.proven ?? false
}

/** Who has an account. */
export async function findOwner(
  db: Db,
  { appId, type, key }: AppAccountKey,
): Promise<AccountOwner | undefined> {
  const { rows } = await sql<AccountOwner>`
    select l.user_id as "userId", json_build_object('type', l.type, 'data', l.data) as account,
      (select count(*) from linked_account o
        where o.app_id = l.app_id and o.user_id = l.user_id) as accounts,
      exists (select from wallet_root r where r.app_id = l.app_id and r.user_id = l.user_id
        and r.state <> 'abandoned') as "hasWallet"
    from linked_account l
    where l.app_id = ${appId} and l.type = ${type} and l.key = ${key}`.execute(db)
  return rows[0]
}

/** Whether a user has made a wallet, or is making one. */
export async function hasWallet(db: Db, { appId, userId }: UserKey): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_root')
    .select('wallet_id')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'abandoned')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An account to write on a user. */
export interface AccountToWrite extends UserKey {
  account: AccountKey
  data: ProvenAccount['data']
  /** See `SignInInput.credential`. */
  credential?: object | undefined
  /** See `authenticRows.linkedAccount`. */
  mac: Buffer
  age: AccountAge
  nowMs: number
}

/** Since when an account counts as the user's: see `authenticRows.loginAge`. */
export interface AccountAge {
  isFirst: boolean
  mac: Buffer
}

/** Adds an account to a user; false when the app has it already. */
export async function addAccount(
  transaction: Db,
  { appId, userId, account, data, credential, mac, age, nowMs }: AccountToWrite,
): Promise<boolean> {
  if (account.type === 'wallet') await endClaim(appId, account).execute(transaction)
  const row = await transaction
    .insertInto('linked_account')
    .values({
      app_id: appId,
      user_id: userId,
      ...account,
      data: JSON.stringify(data),
      credential: credential === undefined ? null : JSON.stringify(credential),
      mac,
      first_verified_at: nowMs,
      is_first: age.isFirst,
      age_mac: age.mac,
      latest_verified_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'type', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Refreshes the profile of a user's account and the time of its last proof. */
export async function refreshAccount(
  transaction: Db,
  { appId, userId, account, data, nowMs }: AccountToWrite,
): Promise<void> {
  await sql`
    update linked_account l set data = l.data || ${JSON.stringify(data)}::jsonb,
      latest_verified_at = greatest(l.latest_verified_at, ${nowMs}::bigint)
    where l.app_id = ${appId} and l.user_id = ${userId} and l.type = ${account.type}
      and l.key = ${account.key}`.execute(transaction)
}

/** An account of a user; undefined when they do not have it. */
export async function readAccount(
  db: Db,
  { appId, userId, account }: UserKey & { account: AccountKey },
): Promise<AccountRecord | undefined> {
  return db
    .selectFrom('linked_account')
    .select(['type', 'data', 'first_verified_at', 'latest_verified_at'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', account.type)
    .where('key', '=', account.key)
    .executeTakeFirst()
}

/** Removes an account from a user; false when they do not have it. */
export async function removeAccount(
  transaction: Db,
  { appId, userId, account }: UserKey & { account: AccountKey },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('linked_account')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', account.type)
    .where('key', '=', account.key)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Makes a guest a user with an account of their own: the guest's credential is invalid from now on (ruling 21). */
export async function endGuest(transaction: Db, { appId, userId }: UserKey): Promise<void> {
  await transaction
    .updateTable('user_account')
    .set({ is_guest: false })
    .where('app_id', '=', appId)
    .where('id', '=', userId)
    .execute()
  await transaction
    .deleteFrom('linked_account')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', 'guest')
    .execute()
}

/** Ends every session of a user but one, because of a change of their accounts. */
export async function revokeOtherSessions(
  transaction: Db,
  { appId, userId, sessionId, nowMs }: UserKey & { sessionId: string | undefined; nowMs: number },
): Promise<void> {
  const sessions = transaction
    .updateTable('session')
    .set({ revoked_at: nowMs, mac: null })
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  const ended = await (sessionId === undefined ? sessions : sessions.where('id', '<>', sessionId))
    .returning('id')
    .execute()
  const sessionIds = ended.map(({ id }) => id)
  const reason = 'account_changed'
  await recordSessionEnds(transaction, { appId, userId, sessionIds, reason, nowMs })
}
