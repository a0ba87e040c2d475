import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { OAuthFlowTable } from './oauth-tables.js'

/** A login or linking at a provider that is under way. */
export type FlowRow = OAuthFlowTable
const columns = [
  'app_id',
  'state_hash',
  'provider',
  'intent',
  'user_id',
  'client_state_hash',
  'code_challenge',
  'flow_hash',
  'secrets',
  'code_hash',
  'outcome',
  'created_at',
  'expires_at',
  'returned_at',
  'used_at',
  'mac',
] as const satisfies readonly (keyof OAuthFlowTable)[]

/** Stores a flow that begins. */
export async function insertFlow(
  db: Db,
  row: Omit<FlowRow, 'returned_at' | 'used_at'>,
): Promise<void> {
  await db
    .insertInto('oauth_flow')
    .values({ ...row, returned_at: null, used_at: null })
    .execute()
}

/** A provider's answer, by what may be stored of its state. */
interface Return {
  stateHashes: readonly Buffer[]
  provider: string
  nowMs: number
}

/** The flow a provider returns to, once: `undefined` for an unknown, late or repeated state, or one of another provider. */
export async function takeReturn(
  db: Db,
  { stateHashes, provider, nowMs }: Return,
): Promise<FlowRow | undefined> {
  return db
    .updateTable('oauth_flow')
    .set({ returned_at: nowMs })
    .where('state_hash', 'in', stateHashes)
    .where('provider', '=', provider)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning(columns)
    .executeTakeFirst()
}

/** The flow that `takeReturn` would take. */
export async function findReturn(
  db: Db,
  { stateHashes, provider, nowMs }: Return,
): Promise<FlowRow | undefined> {
  return db
    .selectFrom('oauth_flow')
    .select(columns)
    .where('state_hash', 'in', stateHashes)
    .where('provider', '=', provider)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** Stores what the provider's answer proved, and the code that the client redeems it with. */
export async function storeOutcome(
  db: Db,
  {
    stateHash,
    ...outcome
  }: { stateHash: Buffer } & Pick<FlowRow, 'code_hash' | 'outcome' | 'expires_at' | 'mac'>,
): Promise<void> {
  await db.updateTable('oauth_flow').set(outcome).where('state_hash', '=', stateHash).execute()
}

/** The flow of a client's code, used or not. */
export async function findFlow(
  db: Db,
  { appId, codeHashes }: { appId: string; codeHashes: readonly Buffer[] },
): Promise<FlowRow | undefined> {
  return db
    .selectFrom('oauth_flow')
    .select(columns)
    .where('app_id', '=', appId)
    .where('code_hash', 'in', codeHashes)
    .executeTakeFirst()
}

/** The flow that was started with a state, the client's or ours, and that no answer of the provider has ended. */
export async function findStartedFlow(
  db: Db,
  {
    appId,
    stateHashes,
    clientStateHashes,
    nowMs,
  }: {
    appId: string
    stateHashes: readonly Buffer[]
    clientStateHashes: readonly Buffer[]
    nowMs: number
  },
): Promise<FlowRow | undefined> {
  return db
    .selectFrom('oauth_flow')
    .select(columns)
    .where('app_id', '=', appId)
    .where((is) =>
      is.or([
        is('state_hash', 'in', stateHashes),
        is('client_state_hash', 'in', clientStateHashes),
      ]),
    )
    .where('returned_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** Tables of a statement that use up a client's code, once and within its time; one of them is `proof` (`place` 1, `proven boolean`). */
export function useFlowCtes({
  stateHash,
  nowMs,
}: {
  stateHash: Buffer
  nowMs: number
}): RawBuilder<unknown> {
  return sql`used_flow as (
    update oauth_flow f set used_at = ${nowMs}::bigint, outcome = null, mac = null
    where f.state_hash = ${stateHash}::bytea and f.used_at is null and f.expires_at > ${nowMs}::bigint
      and (select in_time from deadline)
    returning f.state_hash
  ), proof as materialized (select 1 as place, exists (select from used_flow) as proven)`
}

/** Uses up a code without a login, for an outcome that proved nothing. */
export async function useFlow(
  db: Db,
  { stateHash, nowMs }: { stateHash: Buffer; nowMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('oauth_flow')
    .set({ used_at: nowMs, outcome: null, mac: null })
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
    .returning('state_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes flows whose time is over: those that ended stay for an hour, so that a repeated code is told from a wrong one. */
export async function dropExpiredFlows(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('oauth_flow')
    .where('expires_at', '<=', nowMs - 3_600_000)
    .execute()
}
