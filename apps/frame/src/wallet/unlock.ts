import { combineShares, wipe } from '@sallyport/crypto'
import { openDeviceShare } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { forgetIfLost } from './find-record.js'
import { type OpenRoot, requireSameAccounts, type SupportedChain, withRoot } from './root.js'
import { fetchAuthShare } from './sealed-shares.js'

/**
 * Opens the root of `record` for the time of `use`: this device's share and the server's are combined, the first
 * address of `chainType` is compared with the pinned one, and everything is wiped before this resolves.
 * One round trip; nothing is kept for the next time.
 *
 * @throws FrameError, CallFailure or ShareError; the record is forgotten only when the server says the share is void.
 */
export async function unlock<T>(
  context: WalletContext,
  {
    caller,
    record,
    chainType,
  }: { caller: Caller; record: DeviceRecord; chainType: SupportedChain },
  use: (root: OpenRoot) => Promise<T>,
): Promise<T> {
  let device: Uint8Array | undefined
  let auth: Uint8Array | undefined
  let entropy: Uint8Array | undefined
  try {
    auth = await forgetIfLost(context, record, () => fetchAuthShare(context, caller, record))
    device = await openDeviceShare(context.webCrypto.subtle, record)
    entropy = await combineShares(device, auth, record)
    wipe(device, auth)
    return await withRoot(context.webCrypto.subtle, entropy, async (root) => {
      await requirePinned(root, record, chainType)
      return use(root)
    })
  } finally {
    wipe(device, auth, entropy)
  }
}

async function requirePinned(
  root: OpenRoot,
  { accounts }: DeviceRecord,
  chainType: SupportedChain,
): Promise<void> {
  const path = { chainType, walletIndex: 0 }
  if (!accounts.some((pin) => pin.chainType === chainType && pin.walletIndex === 0)) {
    throw internalFailure()
  }
  const { address } = await root.key(path)
  requireSameAccounts([{ ...path, address }], accounts)
}
