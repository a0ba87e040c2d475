import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { WalletTransactionTable } from './wallet-api-tables.js'

/** Something that a wallet sends. */
export type WalletTransactionRow = Selectable<WalletTransactionTable>

/** What a transaction is begun with. */
type NewTransaction = Pick<
  WalletTransactionRow,
  | 'app_id'
  | 'transaction_id'
  | 'wallet_id'
  | 'request_digest'
  | 'chain_type'
  | 'caip2'
  | 'sender'
  | 'nonce'
  | 'filled'
  | 'reference_id'
  | 'transfer'
  | 'created_at'
>

/** Begins a transaction. @returns false when the app has used its reference id, or has begun the same request. */
export async function insertTransaction(db: Db, row: NewTransaction): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('wallet_transaction')
    .values({
      ...row,
      filled: row.filled === null ? null : JSON.stringify(row.filled),
      transfer: row.transfer === null ? null : JSON.stringify(row.transfer),
      status: 'pending',
      updated_at: row.created_at,
      looked_at: row.created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted === 1n
}

interface Named {
  appId: string
  transactionId: string
}

/** What becomes of a transaction. */
type TransactionChange = Partial<
  Pick<
    WalletTransactionRow,
    'signed' | 'hash' | 'status' | 'failure' | 'block_number' | 'updated_at' | 'nonce' | 'filled'
  >
>

/** Writes what has become of a transaction, while it is in the state that was read. @returns undefined when it is not. */
export async function changeTransaction(
  db: Db,
  { appId, transactionId }: Named,
  { from, to }: { from: WalletTransactionRow['status']; to: TransactionChange },
): Promise<WalletTransactionRow | undefined> {
  const { filled, ...rest } = to
  return db
    .updateTable('wallet_transaction')
    .set({
      ...rest,
      ...(filled !== undefined && { filled: filled === null ? null : JSON.stringify(filled) }),
    })
    .where('app_id', '=', appId)
    .where('transaction_id', '=', transactionId)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
}

/** Forgets a transaction that was never signed: its request was refused. */
export async function dropUnsigned(db: Db, { appId, transactionId }: Named): Promise<void> {
  await db
    .deleteFrom('wallet_transaction')
    .where('app_id', '=', appId)
    .where('transaction_id', '=', transactionId)
    .where('signed', 'is', null)
    .execute()
}

/** A transaction of the app. */
export async function readTransaction(
  db: Db,
  { appId, transactionId }: Named,
): Promise<WalletTransactionRow | undefined> {
  return db
    .selectFrom('wallet_transaction')
    .selectAll()
    .where('app_id', '=', appId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/** The transaction that a request began. */
export async function findByRequest(
  db: Db,
  { appId, digest }: { appId: string; digest: Buffer },
): Promise<WalletTransactionRow | undefined> {
  return db
    .selectFrom('wallet_transaction')
    .selectAll()
    .where('app_id', '=', appId)
    .where('request_digest', '=', digest)
    .executeTakeFirst()
}

/** The highest nonce of what an account has under way on a network. */
export async function highestNonce(
  db: Db,
  { caip2, sender }: { caip2: string; sender: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('wallet_transaction')
    .select(({ fn }) => fn.max('nonce').as('nonce'))
    .where('caip2', '=', caip2)
    .where('sender', '=', sender)
    .where('status', 'in', ['pending', 'broadcasted', 'confirmed'])
    .executeTakeFirst()
  return row?.nonce == null ? undefined : Number(row.nonce)
}

/** Takes transactions that are under way and were not looked at since a time: another process takes others. */
export async function takeOpenTransactions(
  db: Db,
  { nowMs, lookedBeforeMs, most }: { nowMs: number; lookedBeforeMs: number; most: number },
): Promise<WalletTransactionRow[]> {
  return db
    .updateTable('wallet_transaction')
    .set({ looked_at: nowMs })
    .where(
      sql<boolean>`(app_id, transaction_id) in (
        select app_id, transaction_id from wallet_transaction
        where status in ('pending', 'broadcasted', 'confirmed') and looked_at <= ${lookedBeforeMs}
        order by looked_at limit ${most} for update skip locked)`,
    )
    .returningAll()
    .execute()
}

/** What a wallet has sent of one network, the newest first. */
export async function listTransactions(
  db: Db,
  given: {
    appId: string
    walletId: string
    caip2: string
    hash: string | undefined
    /** By name in small letters, or by contract. */
    asset: { name: string; address: string | null }
    after: { createdAtMs: number; id: string } | undefined
    limit: number
  },
): Promise<WalletTransactionRow[]> {
  const { appId, walletId, caip2, hash, asset, after, limit } = given
  let query = db
    .selectFrom('wallet_transaction')
    .selectAll()
    .where('app_id', '=', appId)
    .where('wallet_id', '=', walletId)
    .where('caip2', '=', caip2)
    .where(
      sql<boolean>`(lower(transfer->>'asset') = ${asset.name}
        or lower(transfer->>'asset_address') = ${asset.address})`,
    )
  if (hash !== undefined) query = query.where('hash', '=', hash)
  if (after)
    query = query.where(
      sql<boolean>`(created_at, transaction_id) < (${after.createdAtMs}::bigint, ${after.id})`,
    )
  return query
    .orderBy('created_at', 'desc')
    .orderBy('transaction_id', 'desc')
    .limit(limit)
    .execute()
}
