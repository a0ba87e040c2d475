import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { WalletIntentTable } from './wallet-api-tables.js'

/** A request that waits for signatures. */
export type IntentRow = Selectable<WalletIntentTable>

/** Stores an intent that is new. */
export async function insertIntent(db: Db, row: IntentRow): Promise<void> {
  await db
    .insertInto('wallet_intent')
    .values({
      ...row,
      body: row.body === null ? null : JSON.stringify(row.body),
      signatures: JSON.stringify(row.signatures),
      result: null,
    })
    .execute()
}

interface Named {
  appId: string
  intentId: string
}

/** An intent of the app, held until the transaction ends where it is to be changed. */
export async function readIntent(
  db: Db,
  { appId, intentId }: Named,
  { lock = false }: { lock?: boolean } = {},
): Promise<IntentRow | undefined> {
  const query = db
    .selectFrom('wallet_intent')
    .selectAll()
    .where('app_id', '=', appId)
    .where('intent_id', '=', intentId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** What becomes of an intent. */
type IntentChange = Partial<
  Pick<
    IntentRow,
    | 'status'
    | 'signatures'
    | 'result'
    | 'updated_at'
    | 'rejected_at'
    | 'dismissed_at'
    | 'dismissal_reason'
  >
>

/** Writes what has become of an intent, while it is in a state. @returns undefined when it is in another. */
export async function changeIntent(
  db: Db,
  { appId, intentId }: Named,
  { from, to }: { from: IntentRow['status']; to: IntentChange },
): Promise<IntentRow | undefined> {
  const { signatures, result, ...rest } = to
  return db
    .updateTable('wallet_intent')
    .set({
      ...rest,
      ...(signatures && { signatures: JSON.stringify(signatures) }),
      ...(result !== undefined && { result: result === null ? null : JSON.stringify(result) }),
    })
    .where('app_id', '=', appId)
    .where('intent_id', '=', intentId)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
}

/** In which order intents are listed. */
const orders = {
  created_at_desc: { column: 'created_at', direction: 'desc' },
  updated_at_desc: { column: 'updated_at', direction: 'desc' },
  expires_at_asc: { column: 'expires_at', direction: 'asc' },
} as const
/** See `orders`. */
type IntentOrder = keyof typeof orders

/** Which intents are listed. */
interface IntentFilter {
  appId: string
  nowMs: number
  order: IntentOrder
  after: { createdAtMs: number; id: string } | undefined
  limit: number
  status?: string | undefined
  intent_type?: string | undefined
  resource_id?: string | undefined
}

/** Intents of the app. One whose time is over counts as expired. */
export async function listIntents(db: Db, filter: IntentFilter): Promise<IntentRow[]> {
  const { appId, nowMs, order, after, limit } = filter
  const { column, direction } = orders[order]
  let query = db.selectFrom('wallet_intent').selectAll().where('app_id', '=', appId)
  if (filter.intent_type) query = query.where(sql<boolean>`intent_type = ${filter.intent_type}`)
  if (filter.resource_id) query = query.where('resource_id', '=', filter.resource_id)
  if (filter.status)
    query = query.where(
      sql<boolean>`(case when status = 'pending' and expires_at <= ${nowMs} then 'expired'
        else status end) = ${filter.status}`,
    )
  if (after)
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, intent_id) ${sql.raw(direction === 'desc' ? '<' : '>')}
        (${after.createdAtMs}::bigint, ${after.id})`,
    )
  return query.orderBy(column, direction).orderBy('intent_id', direction).limit(limit).execute()
}

/** The column that a page of this order goes on by. */
export function orderOf(order: IntentOrder): 'created_at' | 'updated_at' | 'expires_at' {
  return orders[order].column
}
