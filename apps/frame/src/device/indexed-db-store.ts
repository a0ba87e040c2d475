import type { DeviceRecord, DeviceStore } from './device-record.js'
import { completed, openDatabase, resultOf } from './open-database.js'

const storeName = 'records'
const ownerIndex = 'owner'

/**
 * Records in IndexedDB: partitioned by the embedding site, kept until the browser or the user clears them.
 *
 * @throws DOMException when the browser blocks storage here.
 */
export async function openIndexedDbStore(
  factory: IDBFactory,
  wait?: (ms: number) => Promise<void>,
): Promise<DeviceStore> {
  const create = (database: IDBDatabase) => {
    const store = database.createObjectStore(storeName, { keyPath: 'generationId' })
    store.createIndex(ownerIndex, ['appId', 'userId'])
  }
  const connection = openDatabase(factory, { name: 'sallyport-devices', create }, wait)
  const read = <T>(what: (store: IDBObjectStore) => IDBRequest<T>) =>
    connection.use((database) => {
      const store = database.transaction(storeName).objectStore(storeName)
      return resultOf(what(store))
    })
  const change = (what: (store: IDBObjectStore) => void) =>
    connection.use((database) => {
      // `strict`: the transaction completes when the bytes are on the disk, not in a buffer.
      const how = { durability: 'strict' } as const
      const transaction = database.transaction(storeName, 'readwrite', how)
      what(transaction.objectStore(storeName))
      return completed(transaction)
    })
  await connection.use(async () => undefined)

  return {
    storage: 'persistent',
    put: (record) => change((store) => store.put(record)),
    async readBack(generationId) {
      await connection.close()
      // What is under this name was put by `put`, and only this origin can write here.
      return (await read((store) => store.get(generationId))) as DeviceRecord | undefined
    },
    async list({ appId, userId }) {
      const found = await read((store) => store.index(ownerIndex).getAll([appId, userId]))
      return found as DeviceRecord[] // As above.
    },
    remove: (generationId) => change((store) => store.delete(generationId)),
  }
}
