import type { VaultErrorCode } from '@sallyport/protocols/vault'
import type { Logger } from 'pino'
import { RowRefused } from './call-refused.js'
import { reasonOf } from './read-request.js'

/** A call that was refused. */
interface RefusedCall {
  call: string
  code: VaultErrorCode
  error: unknown
}

/** Logs why a call was refused, and as an event of its own that a row is not the one the program wrote (T-29). */
export function logRefusal(
  logger: Logger,
  { call, code, error }: RefusedCall,
  message: string,
): void {
  // Only the names of causes are logged: a message could hold a token or key.
  const isFault = ['internal_error', 'row_refused', 'root_mismatch'].includes(code)
  logger[isFault ? 'error' : 'warn']({ call, refusal: code, reason: reasonOf(error) }, message)
  if (!(error instanceof RowRefused)) return
  const { table } = error
  logger.error({ event: 'row_refused', table }, 'A row is not the one that this program wrote')
}
