import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'

/** A proof that counts once. */
interface OneUse {
  appId: string
  /** The method that proves by it. */
  kind: string
  /** What is the same in every copy of the proof. Only its digest is stored. */
  proof: string
  /** When the proof is refused for its age. */
  expiresAtMs: number
}

/**
 * Tables of a statement that uses up a proof, to be used with `deadlineCte`; one of them is `proof` with the row
 * (`place` 1, `proven boolean`): true for the first statement with this proof, and for no other.
 */
export function useProofCtes({ appId, kind, proof, expiresAtMs }: OneUse): RawBuilder<unknown> {
  const digest = createHash('sha256').update(proof).digest()
  return sql`
    used as (
      insert into used_proof (app_id, kind, digest, expires_at)
      select ${appId}, ${kind}, ${digest}::bytea, ${expiresAtMs}::bigint
      where (select in_time from deadline)
      on conflict (app_id, kind, digest) do nothing
      returning true
    ), proof as materialized (select 1 as place, exists (select from used) as proven)`
}

/** Uses up a proof; false when it was used before. */
export async function useProof(
  db: Db,
  { appId, kind, proof, expiresAtMs }: OneUse,
): Promise<boolean> {
  const digest = createHash('sha256').update(proof).digest()
  const row = await db
    .insertInto('used_proof')
    .values({ app_id: appId, kind, digest, expires_at: expiresAtMs })
    .onConflict((conflict) => conflict.columns(['app_id', 'kind', 'digest']).doNothing())
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes proofs that would be refused for their age. */
export async function dropExpiredProofs(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('used_proof').where('expires_at', '<=', nowMs).execute()
}
