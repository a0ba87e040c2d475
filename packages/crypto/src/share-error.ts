/** Why a share, or a pair of shares, is refused. */
export type ShareErrorCode =
  /** A scope field is empty, longer than 80 characters, or not printable ASCII. */
  | 'invalid_scope'
  /** The bytes are not a share: cut short, too long, an unknown role, or a wrong checksum. */
  | 'malformed'
  | 'unsupported_version'
  /** x = 0, or the two shares have the same x. */
  | 'invalid_x'
  | 'same_role'
  /** The share belongs to another app, user, wallet or generation than the other share or than asked for. */
  | 'scope_mismatch'
  | 'length_mismatch'
  /** The restored secret does not carry its own tag: at least one share is not genuine. */
  | 'bad_tag'
  /** The random source gave a degenerate polynomial. */
  | 'bad_randomness'

/** A share was refused; `code` says why. No message ever holds share bytes. */
export class ShareError extends Error {
  override readonly name = 'ShareError'
  readonly code: ShareErrorCode

  constructor(code: ShareErrorCode) {
    super(`Share refused: ${code}`)
    this.code = code
  }
}
