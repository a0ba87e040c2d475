/** A part of the stack that runs in a process of its own. */
export interface Running {
  name: string
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<void>
  /** The last line the process wrote, for the sentence about its end. */
  lastLine(): string
  /** Ends the process; resolves when it has. */
  stop(): Promise<void>
}
