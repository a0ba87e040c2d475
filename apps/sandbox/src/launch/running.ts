/** A part of the stack in its own process. */
export interface Running {
  name: string
  /** Resolves when the process has ended for any reason. */
  exited: Promise<void>
  /** Returns the last line that the process logged, for error messages. */
  lastLine(): string
  /** Ends the process; resolves when it has. */
  stop(): Promise<void>
}
