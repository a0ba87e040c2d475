import type { EmbeddedChain } from '@sallyport/contract'
import { combineSecret, wipe } from '@sallyport/crypto'
import { openDeviceShare } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import { fetchAuthShare } from './auth-share.js'
import type { Caller, WalletContext } from './context.js'
import { retireIfLost } from './find-record.js'
import { isAt, type OpenRoot, requireSameAccounts, withRoot } from './root.js'
import { makeShareRequestAhead, takeShareRequest } from './share-request.js'

/**
 * Opens the root of `record` for the time of `use`: this device's share and the server's are combined, the first
 * address of `chainType` (the confirming address where that one is not pinned) is compared with the pinned one, and
 * everything is wiped before this resolves.
 * One round trip, during which the device's own share is opened and the next request is made; nothing that opens the
 * root is kept for the next time.
 *
 * @throws FrameError, CallFailure or ShareError; the record is retired only when the server says the share is void.
 */
export async function unlock<T>(
  context: WalletContext,
  { caller, record, chainType }: { caller: Caller; record: DeviceRecord; chainType: EmbeddedChain },
  use: (root: OpenRoot) => Promise<T>,
): Promise<T> {
  const { webCrypto } = context
  const shares = await Promise.allSettled([
    openDeviceShare(webCrypto.subtle, record),
    retireIfLost(context, record, async () => {
      const request = await takeShareRequest(webCrypto, record)
      const share = fetchAuthShare(context, caller, { record, request })
      makeShareRequestAhead(webCrypto, record)
      return share
    }),
  ])
  let entropy: Uint8Array | undefined
  try {
    const [device, auth] = shares
    if (auth.status === 'rejected') throw auth.reason
    if (device.status === 'rejected') throw device.reason
    const { kind, bytes } = await combineSecret(device.value, auth.value, record)
    entropy = bytes
    wipe(device.value, auth.value)
    const { appId, userId, walletId, accounts } = record
    const opening = { webCrypto, appId, userId, walletId, kind, entropy, pinned: accounts }
    return await withRoot(opening, async (root) => {
      await requirePinned(root, record, chainType)
      return use(root)
    })
  } finally {
    wipe(entropy, ...shares.map((share) => (share.status === 'fulfilled' ? share.value : null)))
  }
}

async function requirePinned(
  root: OpenRoot,
  { accounts, confirmingChain }: DeviceRecord,
  chainType: EmbeddedChain,
): Promise<void> {
  const path = [chainType, confirmingChain]
    .map((chain) => ({ chainType: chain, walletIndex: 0 }))
    .find((first) => accounts.some((pin) => isAt(pin, first)))
  if (!path) throw internalFailure()
  const { address } = await root.key(path)
  requireSameAccounts([{ ...path, address }], accounts)
}
