import type { RecordPlace } from '@sallyport/crypto'
import { sql } from 'kysely'
import type { VaultDatabase } from '../database.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import type { FactorMethod } from './tables.js'

/** A user of an app. */
export type UserKey = Pick<FactorUser, 'appId' | 'userId'>

/** One factor of a user. */
interface FactorId {
  method: FactorMethod
  /** Of a passkey; empty for the others. */
  factorId: string
}

/** What the API may know of a factor. */
interface FactorFacts extends FactorId {
  verifiedAtMs: number
}

/** Whether the user has any factor. */
export async function hasFactor({ appId, userId }: UserKey, db: VaultDatabase): Promise<boolean> {
  const row = await db
    .selectFrom('factor')
    .select('method')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The factors of a user, without their secrets. */
export async function listFactors(user: UserKey, db: VaultDatabase): Promise<FactorFacts[]> {
  const rows = await db
    .selectFrom('factor')
    .select(['method', 'factor_id', 'verified_at_ms'])
    .where('app_id', '=', user.appId)
    .where('user_id', '=', user.userId)
    .orderBy('verified_at_ms')
    .orderBy('factor_id')
    .execute()
  return rows.map(({ method, factor_id, verified_at_ms }) => ({
    method,
    factorId: factor_id,
    verifiedAtMs: Number(verified_at_ms),
  }))
}

/** Reads what a factor is checked against; undefined when the user has no such factor. */
export async function readFactor<T>(
  user: UserKey,
  { method, factorId }: FactorId,
  { db, cipher }: Pick<FactorDeps, 'db' | 'cipher'>,
): Promise<T | undefined> {
  const row = await db
    .selectFrom('factor')
    .select('record')
    .where('app_id', '=', user.appId)
    .where('user_id', '=', user.userId)
    .where('method', '=', method)
    .where('factor_id', '=', factorId)
    .executeTakeFirst()
  if (!row) return undefined
  return openJson<T>(row.record, { place: placeOfFactor(user, { method, factorId }), cipher })
}

/** Stores a factor; one that was there is replaced. */
export async function writeFactor(
  user: UserKey,
  factor: FactorId & { content: object; counter: number },
  { db, cipher, clock }: Pick<FactorDeps, 'db' | 'cipher' | 'clock'>,
): Promise<void> {
  const { method, factorId, content, counter } = factor
  const record = await sealJson(content, { place: placeOfFactor(user, factor), cipher })
  const values = { record, counter: String(counter), verified_at_ms: String(clock.nowMs()) }
  await db
    .insertInto('factor')
    .values({
      app_id: user.appId,
      user_id: user.userId,
      method,
      factor_id: factorId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id', 'method', 'factor_id']).doUpdateSet(values),
    )
    .execute()
}

/**
 * Moves the counter of a factor forward, in one statement: of any number of answers with one code or one signature, one
 * gets `true` (MFA-05). Passkeys that do not count say 0 each time.
 */
export async function advanceCounter(
  user: UserKey,
  { method, factorId, counter }: FactorId & { counter: number },
  db: VaultDatabase,
): Promise<boolean> {
  const { rows } = await sql`
    update factor set counter = ${counter}
    where app_id = ${user.appId} and user_id = ${user.userId} and method = ${method}
      and factor_id = ${factorId}
      and (counter < ${counter} or (method = 'passkey' and counter = 0 and ${counter}::bigint = 0))
    returning method`.execute(db)
  return rows.length === 1
}

/** Removes factors, and with the last one the recovery codes. @returns how many were removed. */
export async function removeFactors(
  user: UserKey,
  { method, keep = [] }: { method: FactorMethod; keep?: readonly string[] },
  db: VaultDatabase,
): Promise<number> {
  const { rows } = await sql`
    delete from factor where app_id = ${user.appId} and user_id = ${user.userId}
      and method = ${method} and not factor_id = any (${[...keep]}::text[])
    returning method`.execute(db)
  if (!(await hasFactor(user, db))) await removeAllOf(user, db)
  return rows.length
}

/** Removes every factor of a user with all that belongs to it. */
export async function removeAllOf({ appId, userId }: UserKey, db: VaultDatabase): Promise<void> {
  for (const table of [
    'factor',
    'factor_challenge',
    'factor_code',
    'factor_proof',
    'factor_reset',
  ] as const) {
    await db.deleteFrom(table).where('app_id', '=', appId).where('user_id', '=', userId).execute()
  }
}

/** Where a factor's record is. */
export function placeOfFactor(user: UserKey, { method, factorId }: FactorId): RecordPlace {
  const row = [user.appId, user.userId, method, factorId]
  return { table: 'factor', column: 'record', row }
}

/** JSON encrypted for one place. */
export async function sealJson(
  content: object,
  { place, cipher }: { place: RecordPlace } & Pick<FactorDeps, 'cipher'>,
): Promise<Buffer> {
  const plaintext = new TextEncoder().encode(JSON.stringify(content))
  const record = await cipher.seal(plaintext, place)
  plaintext.fill(0)
  return Buffer.from(record)
}

/** What `sealJson` encrypted; the type is the caller's, who wrote it. */
export async function openJson<T>(
  record: Uint8Array,
  { place, cipher }: { place: RecordPlace } & Pick<FactorDeps, 'cipher'>,
): Promise<T> {
  const plaintext = await cipher.open(new Uint8Array(record), place)
  try {
    // Authenticated: only `sealJson` writes it.
    return JSON.parse(new TextDecoder().decode(plaintext)) as T
  } finally {
    plaintext.fill(0)
  }
}
