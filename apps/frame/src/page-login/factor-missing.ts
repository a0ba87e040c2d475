import { CallFailure } from '../api/call-route.js'
import { FrameError } from '../frame-error.js'

/** Whether a call was refused because the user has a second factor that was not proven, or not right. */
export function isFactorMissing(error: unknown): boolean {
  const codes = ['missing_or_invalid_mfa', 'expired_or_invalid_mfa_token']
  if (error instanceof CallFailure) return error.code !== null && codes.includes(error.code)
  return error instanceof FrameError && error.type === 'missing_or_invalid_mfa'
}
