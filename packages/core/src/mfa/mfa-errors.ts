import { KitError } from '../kit-error.js'

/** Whether `error` says that the user did not verify in time. */
export function errorIndicatesMfaTimeout(error: unknown): boolean {
  return typeOf(error) === 'mfa_timeout'
}

/** Whether `error` says that a code or passkey was wrong; the user may try again. */
export function errorIndicatesMfaVerificationFailed(error: unknown): boolean {
  return typeOf(error) === 'missing_or_invalid_mfa'
}

/** Whether `error` says that verification failed too often. */
export function errorIndicatesMaxMfaRetries(error: unknown): boolean {
  return typeOf(error) === 'mfa_verification_max_attempts_reached'
}

/** The type of a refusal of the frame, or the code of the server's; also of one that a wallet's provider wrapped. */
function typeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  const { type, code } = error as Error & { type?: unknown; code?: unknown } // which of them there are depends on the error
  if (error instanceof KitError && error.cause !== undefined) return typeOf(error.cause)
  return type ?? code
}
