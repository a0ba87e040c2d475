import { expect, test } from 'vitest'
import { openIndexedDbStore } from './indexed-db-store.js'

/** What the browser calls when it closes a database, for example because the user clears the site's data. */
interface ClosedByBrowser {
  onclose?: () => void
}

/** An IndexedDB whose databases open, or fail to, in the given order; they are empty. */
function createFactory(
  outcomes: ('opens' | 'fails')[],
  databases: ClosedByBrowser[] = [],
): IDBFactory {
  const settle = (request: object, how: 'onsuccess' | 'onerror') => {
    // The store has set the handler by then.
    queueMicrotask(() => (request as Record<string, () => void>)[how]?.())
    return request
  }
  const reading = () => settle({ result: undefined }, 'onsuccess')
  const readingAll = () => settle({ result: [] }, 'onsuccess')
  const openDatabase = () => {
    const database: ClosedByBrowser & Record<string, unknown> = {
      close: () => undefined,
      transaction: () => {
        if (database.isClosed) throw new DOMException('The database is closed', 'InvalidStateError')
        return { objectStore: () => ({ get: reading, index: () => ({ getAll: readingAll }) }) }
      },
    }
    databases.push(database)
    return database
  }
  const open = () =>
    outcomes.shift() === 'opens'
      ? settle({ result: openDatabase() }, 'onsuccess')
      : settle({ error: new DOMException('Blocked', 'UnknownError') }, 'onerror')
  // The store calls nothing else of it.
  return { open } as unknown as IDBFactory
}

test('R30: a database that could not be opened once is opened again', async () => {
  const store = await openIndexedDbStore(createFactory(['opens', 'fails', 'opens']))

  expect(await store.readBack('generation')).toBeUndefined()
})

test('R30: one that could not be opened twice is opened at the next use', async () => {
  const store = await openIndexedDbStore(createFactory(['opens', 'fails', 'fails', 'opens']))

  await expect(store.readBack('generation')).rejects.toThrow('Blocked')

  expect(await store.list({ appId: 'app', userId: 'user' })).toEqual([])
})

test('R29: a database that the browser closed, because its data was cleared, is opened at the next use', async () => {
  const databases: (ClosedByBrowser & { isClosed?: boolean })[] = []
  const store = await openIndexedDbStore(createFactory(['opens', 'opens'], databases))
  for (const each of databases) {
    each.isClosed = true
    each.onclose?.()
  }

  expect(await store.list({ appId: 'app', userId: 'user' })).toEqual([])
})
