import { expect, test } from 'vitest'
import { openIndexedDbStore } from './indexed-db-store.js'

/** An IndexedDB whose databases open, or fail to, in the given order; they are empty. */
function createFactory(outcomes: ('opens' | 'fails')[]): IDBFactory {
  const settle = (request: object, how: 'onsuccess' | 'onerror') => {
    // The store has set the handler by then.
    queueMicrotask(() => (request as Record<string, () => void>)[how]?.())
    return request
  }
  const reading = () => settle({ result: undefined }, 'onsuccess')
  const readingAll = () => settle({ result: [] }, 'onsuccess')
  const database = {
    close: () => undefined,
    transaction: () => ({
      objectStore: () => ({ get: reading, index: () => ({ getAll: readingAll }) }),
    }),
  }
  const open = () =>
    outcomes.shift() === 'opens'
      ? settle({ result: database }, 'onsuccess')
      : settle({ error: new DOMException('Blocked', 'UnknownError') }, 'onerror')
  // The store calls nothing else of it.
  return { open } as unknown as IDBFactory
}

test('R30: a database that could not be opened once is opened at the next use', async () => {
  const store = await openIndexedDbStore(createFactory(['opens', 'fails', 'opens']))

  await expect(store.readBack('generation')).rejects.toThrow('Blocked')

  expect(await store.list({ appId: 'app', userId: 'user' })).toEqual([])
})
