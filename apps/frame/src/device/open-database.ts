import { type KeptConnection, keepConnection } from '@sallyport/contract'

/** A database of this browser with one store. */
interface DatabasePlan {
  name: string
  /** Makes the store in a new database. */
  create(database: IDBDatabase): void
}

/** A kept connection to a database in IndexedDB, partitioned by the embedding site. Opens nothing yet. */
export function openDatabase(
  factory: IDBFactory,
  { name, create }: DatabasePlan,
  wait: (ms: number) => Promise<void> = waitMs,
): KeptConnection<IDBDatabase> {
  const open = async (onClosed: () => void) => {
    // Browsers that block storage throw here.
    const request = factory.open(name, 1)
    request.onupgradeneeded = () => create(request.result)
    const database = await resultOf(request)
    // Not called for `close()`.
    database.onclose = onClosed
    return database
  }
  return keepConnection({ open, wait })
}

/** What a request gives. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Settles when everything of a transaction is kept. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
