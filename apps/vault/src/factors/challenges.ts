import { sql } from 'kysely'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { openJson, sealJson } from './factor-store.js'
import type { ChallengePurpose } from './tables.js'

const lifeMs = 10 * 60_000
/** Answers to one challenge: a code of six digits is guessed with 5 in 1,000,000. */
const maxTries = 5

/** Stores what one answer of this session is expected to; an earlier one of the same purpose ends. */
export async function storeChallenge(
  user: FactorUser,
  { purpose, content }: { purpose: ChallengePurpose; content: object },
  { db, cipher, clock }: Pick<FactorDeps, 'db' | 'cipher' | 'clock'>,
): Promise<void> {
  const place = placeOf(user, purpose)
  const values = {
    record: await sealJson(content, { place, cipher }),
    tries: 0,
    expires_at_ms: String(clock.nowMs() + lifeMs),
  }
  await db
    .insertInto('factor_challenge')
    .values({
      app_id: user.appId,
      user_id: user.userId,
      session_id: user.sessionId,
      purpose,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id', 'session_id', 'purpose']).doUpdateSet(values),
    )
    .execute()
}

/** Reads the challenge of this session and counts the answer, in one statement; undefined when there is none any more. */
export async function tryChallenge<T>(
  user: FactorUser,
  purpose: ChallengePurpose,
  { db, cipher, clock }: Pick<FactorDeps, 'db' | 'cipher' | 'clock'>,
): Promise<T | undefined> {
  const { rows } = await sql<{ record: Buffer }>`
    update factor_challenge set tries = tries + 1
    where ${keyOf(user, purpose)} and tries < ${maxTries} and expires_at_ms > ${clock.nowMs()}
    returning record`.execute(db)
  const [row] = rows
  return row && openJson<T>(row.record, { place: placeOf(user, purpose), cipher })
}

/** Uses the challenge up: of any number of right answers one gets `true`. */
export async function useChallenge(
  user: FactorUser,
  purpose: ChallengePurpose,
  { db }: Pick<FactorDeps, 'db'>,
): Promise<boolean> {
  const { rows } = await sql`
    delete from factor_challenge where ${keyOf(user, purpose)} returning purpose`.execute(db)
  return rows.length === 1
}

function keyOf(user: FactorUser, purpose: ChallengePurpose) {
  return sql`app_id = ${user.appId} and user_id = ${user.userId}
    and session_id = ${user.sessionId} and purpose = ${purpose}`
}

function placeOf(user: FactorUser, purpose: ChallengePurpose) {
  const row = [user.appId, user.userId, user.sessionId, purpose]
  return { table: 'factor_challenge', column: 'record', row }
}
