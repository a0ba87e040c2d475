import { ApiError, type CustomJwtSettings } from '@sallyport/contract'
import type { ReadJwt } from '../../tokens/outside-jwt.js'

/** Clock difference that is forgiven, in seconds. */
const toleranceSeconds = 5
const maxIdLength = 255

/** What a verified token says. */
export interface CustomIdentity {
  customUserId: string
  /** From when on the token is refused for its age, in milliseconds. */
  expiresAtMs: number
  jti: string | undefined
}

/**
 * Reads the claims of a token whose signature was verified.
 *
 * @throws ApiError `invalid_credentials` when a claim is missing, of another type or not as the app's settings say.
 */
export function readCustomIdentity(
  { claims }: Pick<ReadJwt, 'claims'>,
  { settings, nowMs }: { settings: CustomJwtSettings; nowMs: number },
): CustomIdentity {
  const { iss, aud, exp, iat, nbf = iat, jti } = claims
  const { issuer, audience, id_claim, max_age_seconds: maxAge } = settings
  if (issuer !== undefined && iss !== issuer) throw refused('iss')
  if (audience !== undefined && !namesAudience(aud, audience)) throw refused('aud')
  const now = nowMs / 1000
  if (!isTime(exp) || exp <= now - toleranceSeconds) throw refused('exp')
  if (!isTime(iat) || iat > now + toleranceSeconds) throw refused('iat')
  if (iat < now - maxAge) throw refused('iat')
  if (!isTime(nbf) || nbf > now + toleranceSeconds) throw refused('nbf')
  const id = Object.hasOwn(claims, id_claim) ? claims[id_claim] : undefined
  if (!isId(id)) throw refused(id_claim)
  if (settings.one_time && (typeof jti !== 'string' || jti === '')) throw refused('jti')
  return {
    customUserId: id,
    expiresAtMs: (Math.min(exp, iat + maxAge) + toleranceSeconds) * 1000,
    jti: typeof jti === 'string' ? jti : undefined,
  }
}

/** Names the claim, so that the app's developer finds the setting; the claim's value stays out. */
export function refused(claim?: string): ApiError {
  if (claim === undefined) return new ApiError('invalid_credentials', { message: 'Invalid token' })
  return new ApiError('invalid_credentials', { message: `Invalid token: ${claim}` })
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 2 ** 40
}

function namesAudience(aud: unknown, audience: string): boolean {
  return aud === audience || (Array.isArray(aud) && aud.includes(audience))
}

/** Visible text without control characters: it is shown, and stored by the database. */
function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxIdLength &&
    value.trim() === value &&
    /^[^\p{Cc}\p{Cs}]+$/u.test(value)
  )
}
