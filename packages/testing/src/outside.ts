/** Documents that the server reads from URLs of an app's owner. */
export interface Outside {
  /** Every URL that was read, oldest first. */
  readonly reads: readonly string[]
  /** Answers reads of `url`; an Error makes them fail. */
  serve(url: string, answer: unknown): void
  /** What the server reads with. */
  read(url: string): Promise<unknown>
}

/** Creates an outside without documents: every read fails. */
export function createOutside(): Outside {
  const reads: string[] = []
  const answers = new Map<string, unknown>()
  return {
    reads,
    serve: (url, answer) => void answers.set(url, answer),
    read: async (url) => {
      reads.push(url)
      const answer = answers.has(url) ? answers.get(url) : new Error('Not found')
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}
