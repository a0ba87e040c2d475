/** A transaction was signed, and not taken by the node. The message is for the app's back end. */
export class BroadcastError extends Error {
  override readonly name = 'BroadcastError'
  readonly code: 'insufficient_funds' | 'transaction_broadcast_failure'
  /** The node gave no answer that tells: it may have the transaction. */
  readonly isUncertain: boolean

  constructor(
    code: BroadcastError['code'],
    message: string,
    { cause, isUncertain = false }: { cause?: unknown; isUncertain?: boolean } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isUncertain = isUncertain
  }
}
