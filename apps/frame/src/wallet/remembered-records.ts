import type { DeviceRecord } from '../device/device-record.js'

/**
 * Uses the record that a store answers for `name`. From the second time on, work begins with the record as it was the
 * last time while the store is read: its answer still decides, and when it is not the same record, what was begun is
 * dropped and done again with the stored one.
 *
 * What is remembered is what the store holds: a sealed share, and keys that cannot be taken out of the browser.
 */
export type UseRecord = <T>(
  name: string,
  how: { read: () => Promise<DeviceRecord>; use: (record: DeviceRecord) => Promise<T> },
) => Promise<T>

/** A page's memory of the records it used. */
export function createRememberedRecords(): { use: UseRecord; clear(): void } {
  const last = new Map<string, DeviceRecord>()
  return {
    async use(name, { read, use }) {
      const reading = read()
      const remembered = last.get(name)
      if (remembered) {
        const [done, stored] = await Promise.allSettled([use(remembered), reading])
        const isSame = stored.status === 'fulfilled' && isSameRecord(stored.value, remembered)
        if (isSame && done.status === 'fulfilled') return done.value
        last.delete(name)
        if (isSame && done.status === 'rejected') throw done.reason
      }
      const record = await reading
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
