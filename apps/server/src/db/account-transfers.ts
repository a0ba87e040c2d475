import { type Selectable, sql } from 'kysely'
import type { AccountKey, ProvenAccount } from '../identity/proven-account.js'
import type { Db } from './connect.js'
import type { AccountAge, UserKey } from './links.js'
import type { AccountTransferTable } from './transfer-table.js'

/** A proven account that waits for the user's consent to a transfer. */
interface PendingTransfer extends UserKey {
  nonceHash: Uint8Array
  sourceUserId: string
  account: AccountKey
  data: ProvenAccount['data']
  /** See `authenticRows.accountTransfer`. */
  mac: Buffer
  expiresAtMs: number
}

/** A pending transfer as it was stored. */
type TransferRow = Selectable<AccountTransferTable>

/** Stores a pending transfer. */
export async function storeTransfer(transaction: Db, pending: PendingTransfer): Promise<void> {
  const { appId, userId, account } = pending
  await transaction
    .insertInto('account_transfer')
    .values({
      app_id: appId,
      nonce_hash: Buffer.from(pending.nonceHash),
      user_id: userId,
      source_user_id: pending.sourceUserId,
      ...account,
      data: JSON.stringify(pending.data),
      expires_at: pending.expiresAtMs,
      mac: pending.mac,
    })
    .execute()
}

/** The account that a nonce of this user is for. */
export async function readTransferAccount(
  db: Db,
  { appId, userId, nonceHash }: UserKey & { nonceHash: Uint8Array },
): Promise<{ type: string; key: string; data: object } | undefined> {
  return db
    .selectFrom('account_transfer')
    .select(['type', 'key', 'data'])
    .where('app_id', '=', appId)
    .where('nonce_hash', '=', Buffer.from(nonceHash))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Uses up a nonce for this user and account: of many at once exactly one gets the row. */
export async function takeTransfer(
  transaction: Db,
  asked: UserKey & { nonceHash: Uint8Array; account: AccountKey; nowMs: number },
): Promise<TransferRow | undefined> {
  const { appId, userId, nonceHash, account, nowMs } = asked
  return transaction
    .deleteFrom('account_transfer')
    .where('app_id', '=', appId)
    .where('nonce_hash', '=', Buffer.from(nonceHash))
    .where('user_id', '=', userId)
    .where('type', '=', account.type)
    .where('key', '=', account.key)
    .where('expires_at', '>', nowMs)
    .returning(['app_id', 'nonce_hash', 'user_id', 'source_user_id', 'type', 'key', 'data'])
    .returning(['expires_at', 'mac'])
    .executeTakeFirst()
}

/** Moves an account to another user with the data of the proof, and deletes the user it belonged to with their sessions. */
export async function moveAccount(
  transaction: Db,
  move: UserKey & {
    sourceUserId: string
    account: AccountKey
    data: ProvenAccount['data']
    /** See `authenticRows.linkedAccount`. */
    mac: Buffer
    age: AccountAge
    nowMs: number
  },
): Promise<void> {
  const { appId, userId, sourceUserId, account, data, mac, age, nowMs } = move
  await sql`
    update linked_account l set user_id = ${userId}, data = l.data || ${JSON.stringify(data)}::jsonb,
      mac = ${mac}, verified_email = null, email_mac = null, first_verified_at = ${nowMs}, latest_verified_at = ${nowMs},
      is_first = ${age.isFirst}, age_mac = ${age.mac}
    where l.app_id = ${appId} and l.user_id = ${sourceUserId} and l.type = ${account.type}
      and l.key = ${account.key}`.execute(transaction)
  await transaction
    .updateTable('session')
    .set({ revoked_at: nowMs, mac: null })
    .where('app_id', '=', appId)
    .where('user_id', '=', sourceUserId)
    .where('revoked_at', 'is', null)
    .execute()
  await transaction
    .updateTable('user_account')
    .set({ deleted_at: nowMs })
    .where('app_id', '=', appId)
    .where('id', '=', sourceUserId)
    .execute()
}

/** Deletes pending transfers whose time is over. */
export async function dropExpiredTransfers(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('account_transfer').where('expires_at', '<=', nowMs).execute()
}
