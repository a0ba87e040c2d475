/** The recipient does not take messages of this channel: trying again does not help. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
  /** Whether the recipient wants no more messages, as far as the service says so. */
  readonly isUnsubscribed: boolean

  constructor(message: string, options: { isUnsubscribed?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.isUnsubscribed = options.isUnsubscribed ?? false
  }
}
