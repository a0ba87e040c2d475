import type { DeviceRecord, DeviceStore } from './device-record.js'

const databaseName = 'sallyport-devices'
const storeName = 'records'
const ownerIndex = 'owner'

/**
 * Records in IndexedDB: partitioned by the embedding site, kept until the browser or the user clears them.
 *
 * @throws DOMException when the browser blocks storage here.
 */
export async function openIndexedDbStore(factory: IDBFactory): Promise<DeviceStore> {
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => {
    opened = undefined
  }
  const database = () => {
    // After a failure, or when the browser has cleared its data, the next use opens it anew.
    opened ??= open(factory, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  await database()
  const close = async () => {
    const closing = opened
    forget()
    ;(await closing)?.close()
  }

  return {
    storage: 'persistent',
    async put(record) {
      // `strict`: the transaction completes when the bytes are on the disk, not in a buffer.
      const transaction = (await database()).transaction(storeName, 'readwrite', {
        durability: 'strict',
      })
      transaction.objectStore(storeName).put(record)
      await completed(transaction)
    },
    async readBack(generationId) {
      await close()
      const store = (await database()).transaction(storeName).objectStore(storeName)
      // What is under this name was put by `put`, and only this origin can write here.
      return (await result(store.get(generationId))) as DeviceRecord | undefined
    },
    async list({ appId, userId }) {
      const store = (await database()).transaction(storeName).objectStore(storeName)
      return (await result(store.index(ownerIndex).getAll([appId, userId]))) as DeviceRecord[] // As above.
    },
    async remove(generationId) {
      const transaction = (await database()).transaction(storeName, 'readwrite')
      transaction.objectStore(storeName).delete(generationId)
      await completed(transaction)
    },
  }
}

async function open(factory: IDBFactory, onClosed: () => void): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: 'generationId' })
    store.createIndex(ownerIndex, ['appId', 'userId'])
  }
  const database = await result(request)
  // Not called for `close()`.
  database.onclose = onClosed
  return database
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
