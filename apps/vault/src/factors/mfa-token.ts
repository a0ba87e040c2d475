import { CallRefused } from '@sallyport/keyholder'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { FactorDeps, FactorUser } from './factor-deps.js'

/** How long a proven factor opens what it protects, in seconds. */
export const proofLifeSeconds = 15 * 60
const issuer = 'sallyport-vault'
const type = 'mfa+jwt'

/** The vault's statement that this session has proven a factor of its user. */
export function signMfaToken(user: FactorUser, deps: Pick<FactorDeps, 'clock' | 'factorKey'>) {
  const iat = Math.floor(deps.clock.nowMs() / 1000)
  return new SignJWT({ sid: user.sessionId })
    .setProtectedHeader({ alg: 'ES256', typ: type })
    .setIssuer(issuer)
    .setAudience(user.appId)
    .setSubject(user.userId)
    .setIssuedAt(iat)
    .setExpirationTime(iat + proofLifeSeconds)
    .sign(deps.factorKey.privateKey)
}

/** @throws CallRefused `invalid_factor_token` when it is not one for this session, or its time is over. */
export async function checkMfaToken(
  token: string,
  user: FactorUser,
  { clock, factorKey }: Pick<FactorDeps, 'clock' | 'factorKey'>,
): Promise<void> {
  const { payload } = await jwtVerify(token, factorKey.publicKey, {
    algorithms: ['ES256'],
    issuer,
    audience: user.appId,
    subject: user.userId,
    typ: type,
    currentDate: new Date(clock.nowMs()),
    requiredClaims: ['exp', 'iat', 'sid'],
  }).catch((cause: unknown) => {
    if (cause instanceof errors.JOSEError) throw new CallRefused('invalid_factor_token', cause)
    throw cause
  })
  if (payload.sid !== user.sessionId) {
    throw new CallRefused('invalid_factor_token', new Error('The proof is of another session'))
  }
}
