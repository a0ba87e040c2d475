import { type ChainType, isSameAddressOn } from '@sallyport/contract'
import { isServerShareLost, isShareLost } from '../api/as-frame-error.js'
import type { DeviceRecord } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import { notOnDevice } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { retire } from './retired-records.js'

/** One of the addresses of a root. */
export interface RootAddress {
  chainType: ChainType
  address: string
}

/** The owner's records that may be used. */
export async function usableRecords(
  { openStore }: Pick<WalletContext, 'openStore'>,
  owner: Owner,
): Promise<DeviceRecord[]> {
  const records = await (await openStore()).list(owner)
  return records.filter(({ retiredAtMs }) => retiredAtMs === undefined)
}

/**
 * This device's record of the caller's root that has `address`, active ones first.
 *
 * @throws FrameError `wallet_not_on_device` when there is none; another user's record is none.
 */
export async function findRecord(
  context: WalletContext,
  caller: Caller,
  { chainType, address }: RootAddress,
): Promise<DeviceRecord> {
  const matching = (await usableRecords(context, caller)).filter((record) =>
    record.accounts.some(
      (account) =>
        account.chainType === chainType && isSameAddressOn(chainType, account.address, address),
    ),
  )
  const record = matching.find(({ state }) => state === 'active') ?? matching[0]
  if (!record) throw notOnDevice()
  return record
}

/**
 * A record that can be used: one left `pending` by an interruption is verified and confirmed first.
 *
 * @throws FrameError `wallet_not_on_device` when another root has won meanwhile.
 */
export async function settleRecord(
  context: WalletContext,
  caller: Caller,
  record: DeviceRecord,
): Promise<DeviceRecord> {
  if (record.state === 'active') return record
  return retireIfLost(context, record, async () => {
    const { finishGeneration } = await import('./finish.js')
    const finished = await finishGeneration(context, caller, record)
    if (finished.state === 'exists') throw notOnDevice()
    return finished.record
  })
}

/** Runs a call that uses `record`'s share; when the server says that one of its shares is void, the record is retired. */
export async function retireIfLost<T>(
  context: WalletContext,
  record: DeviceRecord,
  use: () => Promise<T>,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    // What the server said is reported, also where this browser's storage fails.
    if (isShareLost(error) || isServerShareLost(error)) {
      await retire(context, record).catch(() => undefined)
    }
    throw error
  }
}
