import type { FactorDeps, FactorUser } from './factor-deps.js'
import { proofLifeSeconds, signMfaToken } from './mfa-token.js'

/** Notes that the session has proven a factor, and makes the statement of it. */
export async function noteProof(user: FactorUser, deps: FactorDeps): Promise<string> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  const proven = { proven_at_ms: String(nowMs) }
  await db
    .insertInto('factor_proof')
    .values({
      app_id: user.appId,
      user_id: user.userId,
      session_id: user.sessionId,
      ...proven,
    })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'user_id', 'session_id']).doUpdateSet(proven),
    )
    .execute()
  await dropExpired(deps, nowMs)
  return signMfaToken(user, deps)
}

/** After a change of factors the user's other sessions have to prove one again. */
export async function endOtherProofs(user: FactorUser, { db }: FactorDeps): Promise<void> {
  await db
    .deleteFrom('factor_proof')
    .where('app_id', '=', user.appId)
    .where('user_id', '=', user.userId)
    .where('session_id', '<>', user.sessionId)
    .execute()
}

async function dropExpired({ db }: FactorDeps, nowMs: number): Promise<void> {
  await db.deleteFrom('factor_challenge').where('expires_at_ms', '<=', String(nowMs)).execute()
  const oldest = String(nowMs - proofLifeSeconds * 1000)
  await db.deleteFrom('factor_proof').where('proven_at_ms', '<', oldest).execute()
}
