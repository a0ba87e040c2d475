import type { DeviceRecord } from '../device/device-record.js'

/**
 * Uses the record that a store answers for `name`. From the second time on it is the record of the last time: reading
 * the store takes a good part of a signature's time, and whether a record may be used is the server's to say, which is
 * asked for its share each time. When it fails, the store is read, and what another tab has put there is tried instead.
 *
 * What is remembered is what the store holds: a sealed share, and keys that cannot be taken out of the browser.
 */
type UseRecord = <T>(
  name: string,
  how: { read: () => Promise<DeviceRecord>; use: (record: DeviceRecord) => Promise<T> },
) => Promise<T>

/** A page's memory of the records it used. */
export function createRememberedRecords(): { use: UseRecord; clear(): void } {
  const last = new Map<string, DeviceRecord>()
  return {
    async use(name, { read, use }) {
      const remembered = last.get(name)
      let record: DeviceRecord | undefined
      if (remembered) {
        try {
          return await use(remembered)
        } catch (error) {
          last.delete(name)
          record = await read()
          if (isSameRecord(record, remembered)) throw error
        }
      }
      record ??= await read()
      const result = await use(record)
      last.set(name, record)
      return result
    },
    clear: () => last.clear(),
  }
}

/** Whether two readings of a record are the same, but for the keys, which cannot be read: nonces stand for them. */
function isSameRecord(a: DeviceRecord, b: DeviceRecord): boolean {
  const text = (record: DeviceRecord) =>
    JSON.stringify({ ...record, sealingKey: undefined, signingKey: undefined })
  return text(a) === text(b)
}
