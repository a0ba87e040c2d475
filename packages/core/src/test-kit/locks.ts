import type { Locks } from '../types.js'

/** Web Locks within one process: one holder per name, in order of arrival. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    request(name, work) {
      const run = (tails.get(name) ?? Promise.resolve()).then(work)
      tails.set(
        name,
        run.catch(() => undefined),
      )
      return run
    },
  }
}
