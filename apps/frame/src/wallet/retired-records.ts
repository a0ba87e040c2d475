import type { DeviceRecord } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import type { WalletContext } from './context.js'

/** How long a record stays after the server called it void. */
const retiredForMs = 30 * 86_400_000

/** Keeps a record for recoveries only: its share may be one of the last two. */
export async function retire(
  { openStore, nowMs }: Pick<WalletContext, 'openStore' | 'nowMs'>,
  { appId, userId, generationId }: DeviceRecord,
): Promise<void> {
  const store = await openStore()
  // Read again: another tab may have replaced it, or pinned an address.
  const records = await store.list({ appId, userId })
  const record = records.find((each) => each.generationId === generationId)
  if (record && record.retiredAtMs === undefined) {
    await store.put({ ...record, retiredAtMs: nowMs() })
  }
}

/** The owner's records that were retired less than 30 days ago; older ones are deleted. */
export async function retiredRecords(
  { openStore, nowMs }: Pick<WalletContext, 'openStore' | 'nowMs'>,
  owner: Owner,
): Promise<DeviceRecord[]> {
  const store = await openStore()
  const kept: DeviceRecord[] = []
  for (const record of await store.list(owner)) {
    if (record.retiredAtMs === undefined) continue
    if (nowMs() - record.retiredAtMs < retiredForMs) kept.push(record)
    else await store.remove(record.generationId)
  }
  return kept
}

/** Takes a record into use again, after the server has given its share. */
export async function reinstate(
  { openStore }: Pick<WalletContext, 'openStore'>,
  { retiredAtMs: _, ...record }: DeviceRecord,
): Promise<DeviceRecord> {
  await (await openStore()).put(record)
  return record
}
