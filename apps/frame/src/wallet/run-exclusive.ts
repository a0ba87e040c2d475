/** Runs tasks of one name one after the other. */
export type RunExclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>

/**
 * Tasks of one name never overlap: in this page always, and across the tabs of this browser where it has Web Locks.
 * Where it has not, the server's conditional confirm decides between two tabs.
 */
export function createRunExclusive(locks: LockManager | undefined): RunExclusive {
  if (locks) {
    return async (name, task) => {
      // `request` resolves with what the callback's promise gives; its declared type nests the promise.
      const result: unknown = await locks.request(name, task)
      return result as Awaited<ReturnType<typeof task>>
    }
  }
  const last = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(task, task)
    last.set(name, turn)
    // The task's error belongs to its caller; the queue only needs to know that it is over.
    const forget = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(forget, forget)
    return turn
  }
}
