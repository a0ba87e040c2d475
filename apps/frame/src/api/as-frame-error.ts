import type { ErrorCode } from '@sallyport/contract'
import { FrameError, factorMissing, internalFailure, notOnDevice } from '../frame-error.js'
import { CallFailure } from './call-route.js'

/** Answers of the server that mean: the share on this device is of no use any more. */
export function isShareLost(error: unknown): boolean {
  return error instanceof CallFailure && shareLostCodes.includes(error.code)
}

/** The server's answer when it has lost the key of the share it keeps: the device's own share and the recovery share remain. */
export function isServerShareLost(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'share_not_found'
}

const shareLostCodes: readonly (ErrorCode | null)[] = ['linked_account_not_found', 'device_revoked']

/** The error for the page when a custody call failed; anything but a failed call stays what it is. */
export function asFrameError(error: unknown): unknown {
  if (!(error instanceof CallFailure)) return error
  switch (error.code) {
    case 'linked_account_not_found':
    case 'device_revoked':
    case 'share_not_found':
      return notOnDevice()
    case 'missing_or_invalid_mfa':
    case 'expired_or_invalid_mfa_token':
      return factorMissing()
    case 'missing_or_invalid_wallet_grant':
      return new FrameError('login_required', 'Log in again in this browser to use the wallet')
    case 'login_too_old':
      return new FrameError('login_required', 'Log in again to restore the wallet on this device')
    case 'older_login_required':
      return new FrameError(error.code, 'Log in with a login that you added earlier')
    case 'missing_or_invalid_token':
      return new FrameError(
        'missing_or_invalid_token',
        'The session is not valid any more. Log in again',
      )
    case 'too_many_requests':
      return tooMany(error.retryAfterSeconds)
    case null:
      return new FrameError('error', 'The server could not be reached. Try again')
    default:
      return internalFailure()
  }
}

/** Clients look for the words `code 429` (wire reference §20.5); ours reads the seconds as well. */
function tooMany(seconds: number | null): FrameError {
  const wait = seconds === null ? 'later' : `in ${seconds} s`
  return new FrameError('error', `Too many attempts, code 429. Try again ${wait}`)
}
