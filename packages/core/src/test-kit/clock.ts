/**
 * A clock that stands still until moved. Short waits (retries, polls) end at once; waits of 2 s and more (time limits)
 * end only when `advance` reaches them.
 */
export function createTestClock(startMs = 1_760_000_000_000) {
  let now = startMs
  const limits: { atMs: number; end(): void }[] = []
  return {
    nowMs: () => now,
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        if (ms < 2_000) setTimeout(resolve, 1)
        else limits.push({ atMs: now + ms, end: resolve })
      }),
    advance(ms: number) {
      now += ms
      for (const limit of limits) if (limit.atMs <= now) limit.end()
    },
  }
}
