import type { DeviceStore } from './device-record.js'
import { openIndexedDbStore } from './indexed-db-store.js'
import { createMemoryStore } from './memory-store.js'

/** The device store of this browser; one that forgets with the page where the browser blocks storage. */
export async function openStore(factory: IDBFactory | undefined): Promise<DeviceStore> {
  if (!factory) return createMemoryStore()
  // Blocked third-party storage shows only when used. Losing the share then is normal: recovery brings it back.
  return openIndexedDbStore(factory).catch(() => createMemoryStore())
}

/** A store that is opened at its first use, so that a page that is only asked `ready` opens nothing. */
export function lazyStore(open: () => Promise<DeviceStore>): () => Promise<DeviceStore> {
  let store: Promise<DeviceStore> | undefined
  return () => {
    store ??= open()
    return store
  }
}
