import { AnswerError, isErrorCode } from '@sallyport/contract'
import { ClientError } from '@sallyport/core'
import type { ExitCode } from '../flow/exit-codes.js'

/** Returns what a login that ended with `code` is rejected with. Screens have explained the refusal; callbacks get the code. */
export function loginError(code: ExitCode): Error {
  return isErrorCode(code)
    ? new AnswerError(code, { status: 400, message: code })
    : new ClientError('exited_auth_flow')
}
