import type { DeviceRecord, DeviceStore } from './device-record.js'

/** Records that live as long as the page: for browsers that block storage in frames. */
export function createMemoryStore(): DeviceStore {
  const records = new Map<string, DeviceRecord>()
  return {
    storage: 'ephemeral',
    put: async (record) => {
      records.set(record.generationId, structuredClone(record))
    },
    readBack: async (generationId) => records.get(generationId),
    list: async ({ appId, userId }) =>
      [...records.values()].filter((each) => each.appId === appId && each.userId === userId),
    remove: async (generationId) => {
      records.delete(generationId)
    },
  }
}
