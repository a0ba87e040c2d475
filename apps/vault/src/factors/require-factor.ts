import { CallRefused } from '@sallyport/keyholder'
import { decodeJwt } from 'jose'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { hasFactor } from './factor-store.js'
import { checkMfaToken, proofLifeSeconds } from './mfa-token.js'

/**
 * Refuses a release for a user who has a factor, unless the session has proven one within 15 minutes. The API has no say in
 * it: the factors and the key of the proof are the vault's.
 *
 * @param input  Its access token was verified before (`proveUser`).
 * @throws CallRefused `factor_required` without a proof, `invalid_factor_token` for one that does not hold.
 */
export async function requireFactor(
  input: { appId: string; userId: string; accessToken: string; mfaToken?: string | undefined },
  deps: FactorDeps,
): Promise<void> {
  const { appId, userId, accessToken, mfaToken } = input
  if (!(await hasFactor({ appId, userId }, deps.db))) return
  if (mfaToken === undefined) throw new CallRefused('factor_required')
  await checkMfaToken(mfaToken, { appId, userId, sessionId: sessionOf(accessToken) }, deps)
}

/**
 * As `requireFactor`, for changes of factors: a proof that the vault has noted for the session counts as well, because a page
 * that unlinks a passkey has no token of the vault.
 */
export async function requireFactorForChange(
  user: FactorUser,
  mfaToken: string | undefined,
  deps: FactorDeps,
): Promise<void> {
  if (!(await hasFactor(user, deps.db))) return
  if (mfaToken !== undefined) return checkMfaToken(mfaToken, user, deps)
  const proof = await deps.db
    .selectFrom('factor_proof')
    .select('session_id')
    .where('app_id', '=', user.appId)
    .where('user_id', '=', user.userId)
    .where('session_id', '=', user.sessionId)
    .where('proven_at_ms', '>', String(deps.clock.nowMs() - proofLifeSeconds * 1000))
    .executeTakeFirst()
  if (!proof) throw new CallRefused('factor_required')
}

/** The session of a token that was verified. */
export function sessionOf(accessToken: string): string {
  const { sid } = decodeJwt(accessToken)
  if (typeof sid !== 'string') throw new CallRefused('invalid_token')
  return sid
}
