import type { ErrorCode } from './error-codes.js'

/** What an error tells besides its code. */
export interface AnswerErrorParts {
  status: number
  message: string
  /** Extra answer data, for the few codes that carry any (`account_transfer_required`, `too_many_requests`). */
  data?: Record<string, unknown>
  cause?: unknown
}

/**
 * An error with a code of the catalogue, as a client receives it; the server throws the same with the catalogue's defaults
 * (`ApiError`).
 *
 * @see wire reference §7.1: the body is `{ error, code, data? }`.
 */
export class AnswerError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly data: Record<string, unknown> | undefined
  /** Names the request in the server's log; undefined where no server answered. */
  declare readonly requestId?: string | undefined

  constructor(code: ErrorCode, { status, message, data, cause }: AnswerErrorParts) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Whether `error` is a server's answer; works across copies of this package. */
export function isApiError(error: unknown): error is AnswerError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error
}
