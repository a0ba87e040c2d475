/** What was wrong with a webhook. Each is a mistake that a receiver can mend, or a forged request. */
export type WebhookProblem =
  | 'missing_header'
  | 'conflicting_headers'
  | 'parsed_body'
  | 'used_body'
  | 'changed_body'
  | 'malformed_secret'
  | 'malformed_timestamp'
  | 'old_timestamp'
  | 'future_timestamp'
  | 'wrong_signature'
  | 'not_json'

/** A webhook that is not to be trusted; `message` says what to mend. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  constructor(
    readonly problem: WebhookProblem,
    message: string,
    /** How far the sender's clock is behind ours, in seconds, where that was the problem. */
    readonly skewSeconds?: number,
  ) {
    super(message)
  }
}
