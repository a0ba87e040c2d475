/** Runs tasks of one name one after the other. */
export type RunExclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>

/**
 * Tasks of one name never overlap: in this page always, and across the tabs of this browser where it has Web Locks.
 * Where it has not, the server's conditional confirm decides between two tabs.
 */
export function createRunExclusive(locks: LockManager | undefined): RunExclusive {
  const inPage = createQueue()
  if (!locks) return inPage
  return (name, task) => inPage(name, () => withLock(locks, name, task))
}

async function withLock<T>(locks: LockManager, name: string, task: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  try {
    await locks.request(name, () => {
      running = task()
      return running
    })
  } catch (error) {
    // Browsers that block storage in a frame refuse locks too; the task has then not begun.
    if (running) throw error
  }
  return running ?? task()
}

function createQueue(): RunExclusive {
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
