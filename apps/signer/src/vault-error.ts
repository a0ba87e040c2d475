import type { VaultErrorCode } from '@sallyport/protocols/vault'

/** A refusal of the vault: only its code and the time to wait cross the socket, the cause goes to the log. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** A row of the vault's database is not the one that the vault wrote last (T-29): operators should look at it. */
export class RowRefused extends VaultError {
  readonly table: string

  constructor(table: string, cause?: unknown) {
    super('row_refused', cause)
    this.table = table
  }
}

/** The vault knows another root of the user: the API may be giving browsers a wallet of its own. */
export class RootRefused extends VaultError {
  constructor() {
    super('root_mismatch')
  }
}

/** A limit is used up; the caller may try again after `waitMs`. */
export class LimitReached extends VaultError {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    super('too_many_requests')
    this.retryAfterSeconds = Math.ceil(waitMs / 1000)
  }
}

/** A limit that an app's users share is used up: other users are refused as well, so an operator should know. */
export class BreakerOpen extends LimitReached {
  /** The app, and the part of its limit that is used up: a lane's or the whole (`all`). */
  readonly breaker: { appId: string; part: string }

  constructor(breaker: { appId: string; part: string }, waitMs: number) {
    super(waitMs)
    this.breaker = breaker
  }
}
