import type { VaultErrorCode } from '@sallyport/protocols/vault'

/** A call that is refused: only the code and the time to wait cross the socket, the cause goes to the log. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** A row of the program's database is not the one that it wrote last (T-29): operators should look at it. */
export class RowRefused extends CallRefused {
  readonly table: string

  constructor(table: string, cause?: unknown) {
    super('row_refused', cause)
    this.table = table
  }
}

/** How long a caller is asked to wait who was refused because too many others wait. */
export const busyMs = 1_000

/** A limit is used up; the caller may try again after `waitMs`. */
export class LimitReached extends CallRefused {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    super('too_many_requests')
    this.retryAfterSeconds = Math.ceil(waitMs / 1000)
  }
}
