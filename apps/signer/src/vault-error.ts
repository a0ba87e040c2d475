import type { VaultErrorCode } from '@sallyport/contract'

/** A refusal of the vault: only its code crosses the socket, the cause goes to the log. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultErrorCode

  constructor(code: VaultErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
