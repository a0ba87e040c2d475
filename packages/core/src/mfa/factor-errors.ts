import { errorCode, FrameError } from '../errors.js'

/** Whether `error` demands a second factor, or refuses the one that was given. */
export function isFactorMissing(error: unknown): boolean {
  return errorCode(error) === 'missing_or_invalid_mfa'
}

/** Whether the server wants a pause before the next code. The frame says so in words (wire reference §20.5). */
export function isLockedOut(error: unknown): boolean {
  return error instanceof FrameError && error.message.includes('code 429')
}
