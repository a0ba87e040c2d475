/** A failed start with a message that tells the user what to do; printed without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
