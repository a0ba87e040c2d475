/**
 * Why a passkey did not serve: the user or the browser refused it (`cancelled`), it can't evaluate secrets (`unsupported`), it can't
 * leave this device (`bound`), or it is not the wallet's (`other`).
 */
type PasskeyProblem = 'cancelled' | 'unsupported' | 'bound' | 'other'

/** An error of a passkey, which the wallet's page explains. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: PasskeyProblem

  constructor(reason: PasskeyProblem) {
    super(`The passkey was not used: ${reason}`)
    this.reason = reason
  }
}
