import type { ApprovalChoice, ConfirmRequest, RequestStep, RequestUiOptions } from '@sallyport/core'

/** A request to the wallet that waits for the user's answer. */
export interface Job {
  request: ConfirmRequest
  ui: RequestUiOptions
  run(report: (step: RequestStep) => void, choice?: ApprovalChoice): Promise<unknown>
  /** Remembers why the wallet did not open, which a closed request rejects with; null once it is tried again. */
  noteFailure(error: unknown): void
  /** Settles the caller's promise; the screen may stay open to show what becomes of a transaction. */
  deliver(value: unknown): void
}
