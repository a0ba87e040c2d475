import type { ErrorCode } from '@sallyport/contract'

/** What this package itself finds wrong, beside the codes of the server. */
type ClientErrorCode =
  /** The server could not be reached. */
  | 'unreachable'
  /** The server did not answer in time. */
  | 'timeout'
  /** The answer was not one of the API: a proxy's page, half a body. */
  | 'unexpected_answer'
  /** The keys that verify tokens could not be fetched, and none are cached. */
  | 'keys_unavailable'
  /** Nothing that a server accepts may be paid: `data.reason` is `too_expensive`, `network`, `asset` or `scheme`. */
  | 'payment_not_allowed'

/** A code of the server's catalogue, or of this package. A newer server may answer other ones. */
export type SallyportErrorCode = ErrorCode | ClientErrorCode

/** What an error says beside its message. */
interface SallyportErrorParts {
  status: number
  message: string
  data?: Readonly<Record<string, unknown>> | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** Every failure of this package, with a code. */
export class SallyportError extends Error {
  override readonly name = 'SallyportError'
  readonly code: SallyportErrorCode
  /** The status of the answer, or the one that your back end can answer with: 401 about a token, 503 where the server can't be reached. */
  readonly status: number
  /** What the answer says beside `code` and `error`: field, policy, rule, limit and what is left. */
  readonly data: Readonly<Record<string, unknown>>
  /** The request in the server's log. */
  readonly requestId: string | undefined
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined

  constructor(code: SallyportErrorCode, parts: SallyportErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.code = code
    this.status = parts.status
    this.data = parts.data ?? {}
    this.requestId = parts.requestId
    this.retryAfterMs = parts.retryAfterMs
  }
}

/** Whether an error is of this package, with `code` where one is given. Holds also for one of another copy of the package. */
export function isSallyportError(
  error: unknown,
  code?: SallyportErrorCode,
): error is SallyportError {
  return (
    error instanceof Error &&
    error.name === 'SallyportError' &&
    (code === undefined || Reflect.get(error, 'code') === code)
  )
}
