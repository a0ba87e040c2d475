import { type Insertable, type Selectable, sql } from 'kysely'
import type { AccountKey } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'
import type { AccountUndoTable } from './undo-table.js'

/** A removal or replacement that can be undone. */
export type UndoRow = Selectable<AccountUndoTable>

/** An account as its row is, where it can be kept. */
export type KeptAccount = Pick<
  UndoRow,
  | 'type'
  | 'key'
  | 'data'
  | 'credential'
  | 'account_mac'
  | 'verified_email'
  | 'email_mac'
  | 'first_verified_at'
  | 'is_first'
  | 'age_mac'
  | 'latest_verified_at'
>

/** The accounts of a user with all of their columns. */
export async function readWholeAccounts(
  transaction: Db,
  { appId, userId }: UserKey,
): Promise<KeptAccount[]> {
  return transaction
    .selectFrom('linked_account')
    .select(['type', 'key', 'data', 'credential', 'mac as account_mac', 'verified_email'])
    .select(['email_mac', 'first_verified_at', 'is_first', 'age_mac', 'latest_verified_at'])
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .execute()
}

/** Keeps an account for its undo. */
export async function storeUndo(transaction: Db, row: UndoRow): Promise<void> {
  const { addresses, data, credential } = row
  const json = {
    addresses: JSON.stringify(addresses),
    data: JSON.stringify(data),
    credential: credential === null ? null : JSON.stringify(credential),
  }
  const values: Insertable<AccountUndoTable> = { ...row, ...json }
  await transaction.insertInto('account_undo').values(values).execute()
}

/** The row that a link's token is of, whether it is over or not. */
export async function findUndo(db: Db, tokenHash: Uint8Array): Promise<UndoRow | undefined> {
  return db
    .selectFrom('account_undo')
    .selectAll()
    .where('token_hash', '=', Buffer.from(tokenHash))
    .executeTakeFirst()
}

/** Uses an undo up; of any number of calls at once one gets `true`. */
export async function takeUndo(
  transaction: Db,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('account_undo')
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the undo links of an account that was removed or replaced. @returns whether there were any. */
export async function dropUndosOf(
  db: Db,
  { appId, userId, type, key }: UserKey & AccountKey,
): Promise<boolean> {
  const rows = await db
    .deleteFrom('account_undo')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('key', '=', key)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** What can be undone of these events. */
export async function listUndosOf(
  db: Db,
  { eventIds, nowMs }: { eventIds: readonly number[]; nowMs: number },
): Promise<UndoRow[]> {
  return db
    .selectFrom('account_undo')
    .selectAll()
    .where('event_id', 'in', [...eventIds])
    .where('expires_at', '>', nowMs)
    .orderBy('event_id')
    .execute()
}

/** Puts an account back as it was; false when another user has it. */
export async function restoreAccount(transaction: Db, row: UndoRow): Promise<boolean> {
  const { app_id, user_id, type, key, data, credential, account_mac, verified_email } = row
  const { email_mac, first_verified_at, is_first, age_mac, latest_verified_at } = row
  const restored = await transaction
    .insertInto('linked_account')
    .values({
      app_id,
      user_id,
      type,
      key,
      data: JSON.stringify(data),
      credential: credential === null ? null : JSON.stringify(credential),
      mac: account_mac,
      verified_email,
      email_mac,
      first_verified_at,
      is_first,
      age_mac,
      latest_verified_at,
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'type', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}

/** Removes a user's accounts of a type; without a key all of them. */
export async function removeAccountsOf(
  transaction: Db,
  { appId, userId, type, key }: UserKey & { type: AccountKey['type']; key?: string | undefined },
): Promise<void> {
  const isKey = key === undefined ? sql<boolean>`true` : sql<boolean>`key = ${key}`
  await transaction
    .deleteFrom('linked_account')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where(isKey)
    .where(sql<boolean>`data ->> 'wallet_client' is distinct from 'privy'`)
    .execute()
}

/** Forgets what can't be undone any more. */
export async function dropExpiredUndos(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('account_undo').where('expires_at', '<=', nowMs).execute()
}
