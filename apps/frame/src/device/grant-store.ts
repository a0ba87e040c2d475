import { openDatabase, resultOf } from './open-database.js'
import type { GrantStore } from './wallet-grants.js'

const storeName = 'entries'
/** In `localStorage`, which is read without waiting: pages that keep nothing here never open the database. */
const usedFlag = 'sallyport:grants'

/**
 * A store in IndexedDB, partitioned by the embedding site. What it holds is in memory as well: where the browser refuses storage, or
 * loses it, grants work as long as the page is open.
 */
export function openGrantStore(
  factory: IDBFactory | undefined,
  flags: Pick<Storage, 'getItem' | 'setItem'> | undefined = undefined,
): GrantStore {
  const memory = new Map<string, unknown>()
  const database =
    factory &&
    openDatabase(factory, {
      name: 'sallyport-grants',
      create: (opened) => void opened.createObjectStore(storeName),
    })
  return {
    isUsed: () => memory.size > 0 || attempt(() => flags?.getItem(usedFlag)) === '1',
    async get(name) {
      if (memory.has(name) || !database) return memory.get(name)
      return database
        .use((opened) => resultOf(opened.transaction(storeName).objectStore(storeName).get(name)))
        .catch(() => undefined) // Storage is refused: then nothing was kept.
    },
    async put(name, value) {
      memory.set(name, value)
      if (!database) return
      const isKept = await database
        .use((opened) => {
          const store = opened.transaction(storeName, 'readwrite').objectStore(storeName)
          return resultOf(store.put(value, name))
        })
        .then(
          () => true,
          () => false, // The copy in memory serves this page.
        )
      if (isKept) attempt(() => flags?.setItem(usedFlag, '1'))
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // Refused storage.
  }
}
