import { type Selectable, sql } from 'kysely'
import type { Db } from './connect.js'
import type { WalletIntentTable } from './wallet-api-tables.js'

/** A request that waits for signatures. */
export type IntentRow = Selectable<WalletIntentTable>

/** Stores an intent that is new. @returns Whether it is: of one direct call there is one that waits. */
export async function insertIntent(db: Db, row: IntentRow): Promise<boolean> {
  const stored = await db
    .insertInto('wallet_intent')
    .values({
      ...row,
      body: row.body === null ? null : JSON.stringify(row.body),
      signatures: JSON.stringify(row.signatures),
      result: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('intent_id')
    .executeTakeFirst()
  return stored !== undefined
}

interface Named {
  appId: string
  intentId: string
}

/** An intent of the app. */
export async function readIntent(
  db: Db,
  { appId, intentId }: Named,
): Promise<IntentRow | undefined> {
  return db
    .selectFrom('wallet_intent')
    .selectAll()
    .where('app_id', '=', appId)
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
}

/** The intent that a direct call has made and that waits. */
export async function findByName(
  db: Db,
  { appId, name }: { appId: string; name: string },
): Promise<IntentRow | undefined> {
  return db
    .selectFrom('wallet_intent')
    .selectAll()
    .where('app_id', '=', appId)
    .where('request_name', '=', name)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

/** What becomes of an intent. */
export type IntentChange = Partial<
  Pick<
    IntentRow,
    | 'status'
    | 'signatures'
    | 'result'
    | 'updated_at'
    | 'rejected_at'
    | 'dismissed_at'
    | 'dismissal_reason'
    | 'attempts'
    | 'lease_until'
  >
>

/**
 * Writes what becomes of an intent, in one statement: only while it is as it was read.
 *
 * @returns undefined when it has changed since.
 */
export async function changeIntent(
  db: Db,
  before: IntentRow,
  to: IntentChange,
): Promise<IntentRow | undefined> {
  const { signatures, result, ...rest } = to
  return db
    .updateTable('wallet_intent')
    .set({
      ...rest,
      revision: before.revision + 1,
      ...(signatures && { signatures: JSON.stringify(signatures) }),
      ...(result !== undefined && { result: result === null ? null : JSON.stringify(result) }),
    })
    .where('app_id', '=', before.app_id)
    .where('intent_id', '=', before.intent_id)
    .where('status', '=', before.status)
    .where('revision', '=', before.revision)
    .returningAll()
    .executeTakeFirst()
}

/** Intents whose carrying out was interrupted, and those whose time is over. */
export async function listDueIntents(
  db: Db,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<IntentRow[]> {
  return db
    .selectFrom('wallet_intent')
    .selectAll()
    .where((is) =>
      is.or([
        is.and([is('status', '=', 'processing'), is('lease_until', '<=', nowMs)]),
        is.and([is('status', '=', 'pending'), is('expires_at', '<=', nowMs)]),
      ]),
    )
    .orderBy('updated_at')
    .limit(most)
    .execute()
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
