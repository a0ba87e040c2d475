import type { ErrorCode } from '@sallyport/contract'

/** An error answer of the server; `null` breaks the connection. */
export class Refusal extends Error {
  readonly code: ErrorCode | null
  readonly status: number

  constructor(code: ErrorCode | null, status = 400) {
    super(String(code))
    this.code = code
    this.status = status
  }
}
