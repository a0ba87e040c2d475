import type { GrantStore } from './wallet-grants.js'

const databaseName = 'sallyport-grants'
const storeName = 'entries'
/** In `localStorage`, which is read without waiting: pages that keep nothing here never open the database. */
const usedFlag = 'sallyport:grants'

/** A store in IndexedDB, partitioned by the embedding site; one that forgets with the page where the browser blocks storage. */
export function openGrantStore(
  factory: IDBFactory | undefined,
  flags: () => Pick<Storage, 'getItem' | 'setItem'> | undefined = () => undefined,
): GrantStore {
  const memory = new Map<string, unknown>()
  let database: Promise<IDBDatabase | undefined> | undefined
  const open = () => {
    database ??= factory ? openDatabase(factory).catch(() => undefined) : Promise.resolve(undefined)
    return database
  }
  return {
    isUsed() {
      try {
        return memory.size > 0 || flags()?.getItem(usedFlag) === '1'
      } catch {
        return false // Storage is blocked: then nothing was kept.
      }
    },
    async get(name) {
      const opened = await open()
      if (!opened) return memory.get(name)
      return result(opened.transaction(storeName).objectStore(storeName).get(name))
    },
    async put(name, value) {
      const opened = await open()
      if (!opened) {
        memory.set(name, value)
        return
      }
      const store = opened.transaction(storeName, 'readwrite').objectStore(storeName)
      await result(store.put(value, name))
      flags()?.setItem(usedFlag, '1')
    },
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(storeName)
  }
  return result(request)
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
