/** A connection to a database that may be lost at any time without a word. */
export interface KeptConnection<D> {
  /**
   * What `work` gives. Where the connection was lost, it is opened anew and the work done again, once: so `work` has to be
   * safe to repeat.
   *
   * @throws what opening it or `work` fails with; Error when the database does not answer twice.
   */
  use<T>(work: (database: D) => Promise<T>): Promise<T>
  /** Closes it; the next use opens it anew. */
  close(): Promise<void>
}

/** A database that takes longer than this for a request does not answer any more. */
const patienceMs = 4_000

/** How databases say that the connection is lost (IndexedDB). WebKit loses them with its storage process, and closes none. */
const lostNames: readonly unknown[] = ['InvalidStateError', 'UnknownError']

/**
 * A connection that is opened at its first use and kept.
 *
 * @param open  Calls `onClosed` when the browser closes the database by itself.
 */
export function keepConnection<D extends { close(): void }>({
  open,
  wait,
}: {
  open: (onClosed: () => void) => Promise<D>
  wait: (ms: number) => Promise<void>
}): KeptConnection<D> {
  let opened: Promise<D> | undefined
  const forget = () => {
    opened = undefined
  }
  const once = async <T>(work: (database: D) => Promise<T>): Promise<T> => {
    opened ??= open(forget)
    return answerOf(opened.then(work), wait)
  }
  const close = async () => {
    const closing = opened
    forget()
    const database = await closing?.catch(() => undefined)
    database?.close()
  }
  return {
    close,
    async use(work) {
      try {
        return await once(work)
      } catch (error) {
        // Not awaited: a connection that does not open does not close either.
        void close().catch(() => undefined)
        if (!isLost(error)) throw error
      }
      try {
        return await once(work)
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

async function answerOf<T>(answer: Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  const limit = wait(patienceMs).then(() => {
    throw new NoAnswer('The database does not answer')
  })
  return Promise.race([answer, limit])
}

function isLost(error: unknown): boolean {
  return error instanceof NoAnswer || lostNames.includes(Object(error).name)
}
