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
  | 'last_nonce'
  | 'outpoints'
  | 'filled'
  | 'draft'
  | 'signed_by'
  | 'sponsored'
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
      filled: textOf(row.filled),
      draft: textOf(row.draft),
      signed_by: textOf(row.signed_by),
      outpoints: textOf(row.outpoints),
      transfer: textOf(row.transfer),
      attempts: '[]',
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
export type TransactionChange = Partial<
  Pick<
    WalletTransactionRow,
    | 'signed'
    | 'hash'
    | 'status'
    | 'failure'
    | 'block_number'
    | 'updated_at'
    | 'nonce'
    | 'last_nonce'
    | 'filled'
    | 'attempts'
    | 'outpoints'
    | 'user_operation_hash'
    | 'next_attempt_at'
    | 'settled_at'
  >
>

/** Writes what has become of a transaction, while it is as it was read. @returns undefined when it is not. */
export async function changeTransaction(
  db: Db,
  row: Pick<WalletTransactionRow, 'app_id' | 'transaction_id' | 'status' | 'attempts'>,
  { filled, attempts, outpoints, ...rest }: TransactionChange,
): Promise<WalletTransactionRow | undefined> {
  return db
    .updateTable('wallet_transaction')
    .set({
      ...rest,
      ...(filled !== undefined && { filled: textOf(filled) }),
      ...(attempts !== undefined && { attempts: JSON.stringify(attempts) }),
      ...(outpoints !== undefined && { outpoints: textOf(outpoints) }),
    })
    .where('app_id', '=', row.app_id)
    .where('transaction_id', '=', row.transaction_id)
    .where('status', '=', row.status)
    .where(sql<boolean>`jsonb_array_length(attempts) = ${row.attempts.length}`)
    .where('settled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

function textOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
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

/** A day and some time for clocks: the signer gives the bytes of a request again for so long. */
const sameBytesMs = 25 * 3_600_000

/** Another transaction of the same wallet with the same bytes, by what names them. One that has failed is over, and may be sent again. */
export async function findSameBytes(
  db: Db,
  begun: Pick<
    WalletTransactionRow,
    'app_id' | 'wallet_id' | 'transaction_id' | 'caip2' | 'sender' | 'created_at'
  >,
  {
    hash,
    operationHash,
    nonce,
  }: { hash: string | undefined; operationHash: string | undefined; nonce: number | null },
): Promise<WalletTransactionRow | undefined> {
  const attempt = hash === undefined ? null : JSON.stringify([{ hash }])
  const since = begun.created_at - sameBytesMs
  const all = db.selectFrom('wallet_transaction').selectAll()
  // Either is found by an index, however much the wallet has sent.
  const near = nonce === null ? all.where('created_at', '>', since) : all.where('nonce', '=', nonce)
  return near
    .where('caip2', '=', begun.caip2)
    .where('sender', '=', begun.sender)
    .where('app_id', '=', begun.app_id)
    .where('wallet_id', '=', begun.wallet_id)
    .where('transaction_id', '!=', begun.transaction_id)
    .where('status', '!=', 'failed')
    .where(
      operationHash === undefined
        ? sql<boolean>`(hash = ${hash ?? null} or attempts @> ${attempt}::jsonb)`
        : sql<boolean>`user_operation_hash = ${operationHash}`,
    )
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a transaction of an account was signed with a nonce. */
export async function findSignedWithNonce(
  db: Db,
  { caip2, sender, nonce }: { caip2: string; sender: string; nonce: bigint },
): Promise<boolean> {
  const found = await db
    .selectFrom('wallet_transaction')
    .select('transaction_id')
    .where('caip2', '=', caip2)
    .where('sender', '=', sender)
    .where('nonce', '=', Number(nonce))
    .where('signed', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** What an account has under way on a network, as far as others have to know of it. */
export async function listUnsettled(
  db: Db,
  { caip2, sender }: { caip2: string; sender: string },
): Promise<
  Pick<WalletTransactionRow, 'transaction_id' | 'status' | 'nonce' | 'last_nonce' | 'outpoints'>[]
> {
  return db
    .selectFrom('wallet_transaction')
    .select(['transaction_id', 'status', 'nonce', 'last_nonce', 'outpoints'])
    .where('caip2', '=', caip2)
    .where('sender', '=', sender)
    .where('settled_at', 'is', null)
    .execute()
}

/** Takes transactions that are followed and were not looked at since a time: another process takes others. */
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
        where settled_at is null and looked_at <= ${lookedBeforeMs}
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
