import { asFrameError } from '../api/as-frame-error.js'
import { CallFailure } from '../api/call-route.js'
import { FrameError } from '../frame-error.js'
import { Problem } from '../page-login/draw-login.js'
import { isFactorMissing } from '../page-login/factor-missing.js'
import { NotTrue } from '../page-login/log-in.js'
import { VisitFailed } from '../page-login/visit-provider.js'
import type { ProgramCopy } from './copy/en.js'

/** Says what went wrong, in the user's words. */
export function explainFor({ problems }: ProgramCopy): (error: unknown) => string {
  return (error) => {
    if (error instanceof Problem) return error.message
    if (error instanceof NotTrue) return problems.notTrue
    if (error instanceof VisitFailed) return problems[error.reason]
    if (isFactorMissing(error)) return problems.wrongFactor
    if (error instanceof CallFailure) return ofCall(error, problems)
    return ofWallet(asFrameError(error), problems)
  }
}

function ofCall({ code }: CallFailure, problems: ProgramCopy['problems']): string {
  switch (code) {
    case 'invalid_credentials':
      return problems.wrongCode
    case 'not_found':
      return problems.noRequest
    case 'user_does_not_exist':
      return problems.wrongCode
    case 'feature_not_enabled':
      return problems.off
    case 'older_login_required':
      return problems.olderLogin
    case 'login_too_old':
      return problems.loginTooOld
    case 'too_many_requests':
      return problems.tooMany
    case null:
      return problems.offline
    default:
      return problems.failed
  }
}

/** The wallet could not be opened on this page. */
function ofWallet(error: unknown, problems: ProgramCopy['problems']): string {
  if (!(error instanceof FrameError)) return problems.failed
  if (error.type === 'older_login_required') return problems.olderLogin
  // A passcode, a passkey or a cloud account is asked for by the app's own screens only.
  return error.type === 'error' ? problems.failed : problems.locked
}
