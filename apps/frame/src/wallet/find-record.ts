import { type ChainType, isSameAddressOn } from '@sallyport/contract'
import { isShareLost } from '../api/as-frame-error.js'
import type { DeviceRecord } from '../device/device-record.js'
import { notOnDevice } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { finishGeneration } from './finish.js'

/** One of the addresses of a root. */
export interface RootAddress {
  chainType: ChainType
  address: string
}

/**
 * This device's record of the caller's root that has `address`, active ones first.
 *
 * @throws FrameError `wallet_not_on_device` when there is none; another user's record is none.
 */
export async function findRecord(
  { openStore }: WalletContext,
  caller: Caller,
  { chainType, address }: RootAddress,
): Promise<DeviceRecord> {
  const store = await openStore()
  const matching = (await store.list(caller)).filter((record) =>
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
  return forgetIfLost(context, record, async () => {
    const finished = await finishGeneration(context, caller, record)
    if (finished.state === 'exists') throw notOnDevice()
    return finished.record
  })
}

/** Runs a call that uses `record`'s share; when the server says that share is void, the record goes. */
export async function forgetIfLost<T>(
  { openStore }: WalletContext,
  { generationId }: DeviceRecord,
  use: () => Promise<T>,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (isShareLost(error)) await (await openStore()).remove(generationId)
    throw error
  }
}
