/** Names that this process remembers, each until a moment of its own: what it has written and must find again, or must not. */
export interface KnownNames {
  /**
   * Call it when what is named is committed.
   *
   * @param untilMs  Unix milliseconds; null for as long as the process runs.
   */
  remember(name: string, untilMs: number | null): void
  /** Whether a name is remembered and its moment is not over. */
  knows(name: string, nowMs: number): boolean
}

/** About 20 MB of names. */
const mostRemembered = 100_000

/** Creates an empty memory of names. Of more than `most` the ones that were remembered last are kept. */
export function createKnownNames({ most = mostRemembered }: { most?: number } = {}): KnownNames {
  const ends = new Map<string, number>()
  return {
    remember: (name, untilMs) => {
      const until = untilMs ?? Number.POSITIVE_INFINITY
      const latest = Math.max(until, ends.get(name) ?? until)
      ends.delete(name)
      ends.set(name, latest)
      const [oldest] = ends.keys()
      if (ends.size > most && oldest !== undefined) ends.delete(oldest)
    },
    knows: (name, nowMs) => (ends.get(name) ?? nowMs) > nowMs,
  }
}
