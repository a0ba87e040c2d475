import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './connect.js'

/** How long a key stands for its request (wire.md 29). */
const keyLifeMs = 86_400_000
/** A request that has run for longer ended with its process, and may be begun again. */
const longestRunMs = 60_000

/** A request of a back end, by its idempotency key. */
interface KeyedRequest {
  appId: string
  key: string
  /** What is the same whenever the request is repeated. */
  request: string
}

/** One run of it. */
type Run = KeyedRequest & { startedAtMs: number }

/** Whether a request is to be carried out, or what became of it before. */
type RequestState = 'begun' | 'running' | 'other-request' | { answer: object }

/**
 * Begins a request in one statement, so that of several at once one is begun. A request that ended without an answer to keep is
 * begun again.
 */
export async function beginRequest(
  db: Db,
  { startedAtMs: nowMs, ...keyed }: Run,
): Promise<RequestState> {
  const { keyDigest, requestDigest } = digestsOf(keyed)
  const { rows } = await sql`
    insert into idempotent_request as known
      (app_id, key_digest, request_digest, started_at, is_running)
    values (${keyed.appId}, ${keyDigest}, ${requestDigest}, ${nowMs}, true)
    on conflict (app_id, key_digest) do update set
      request_digest = excluded.request_digest, started_at = excluded.started_at,
      is_running = true, answer = null
    where known.started_at <= ${nowMs - keyLifeMs}
      or (known.request_digest = excluded.request_digest and known.answer is null
        and (not known.is_running or known.started_at <= ${nowMs - longestRunMs}))
    returning true`.execute(db)
  if (rows.length > 0) return 'begun'
  const known = await db
    .selectFrom('idempotent_request')
    .select(['request_digest', 'answer'])
    .where('app_id', '=', keyed.appId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
  // Ended by a refusal since.
  if (known === undefined) return 'running'
  if (!known.request_digest.equals(requestDigest)) return 'other-request'
  return known.answer === null ? 'running' : { answer: known.answer }
}

/** Ends a run with the answer that repeated requests get; with null they are begun again. */
export async function endRequest(
  db: Db,
  { answer, ...run }: Run & { answer: object | null },
): Promise<void> {
  await db
    .updateTable('idempotent_request')
    .set({ is_running: false, ...(answer && { answer: JSON.stringify(answer) }) })
    .where(isRun(run))
    .execute()
}

/** Forgets a run that was refused: its key may be used for another request. */
export async function forgetRequest(db: Db, run: Run): Promise<void> {
  await db.deleteFrom('idempotent_request').where(isRun(run)).execute()
}

/** The row of a run, unless it took so long that another one has taken its place. */
function isRun({ startedAtMs, ...keyed }: Run) {
  return sql<boolean>`app_id = ${keyed.appId} and key_digest = ${digestsOf(keyed).keyDigest}
    and started_at = ${startedAtMs} and is_running`
}

/** Forgets keys after their life. */
export async function dropOldRequests(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('idempotent_request')
    .where('started_at', '<=', nowMs - keyLifeMs)
    .execute()
}

function digestsOf({ key, request }: KeyedRequest) {
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  return { keyDigest: sha256(key), requestDigest: sha256(JSON.stringify([key, request])) }
}
