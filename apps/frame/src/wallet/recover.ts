import { automaticRecoveryMethod, embeddedWallet, type WalletRoot } from '@sallyport/contract'
import { combineShares, wipe } from '@sallyport/crypto'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError, internalFailure, notOnDevice } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import type { RootAddress } from './find-record.js'
import { finishGeneration } from './finish.js'
import { newGeneration } from './generation.js'
import { firstAccounts, isSameAddress, requireSameAccounts, withRoot } from './root.js'
import { fetchRecovery } from './sealed-shares.js'

/**
 * Brings the caller's root that has `address` onto this device, as a generation of its own. What other devices, and
 * this one, hold is left alone until the new generation is confirmed.
 *
 * @throws FrameError `wallet_not_on_device` when the caller has no such root.
 */
export async function recover(
  context: WalletContext,
  caller: Caller,
  address: RootAddress,
): Promise<DeviceRecord> {
  return recoverRoot(context, caller, await findRoot(context, caller, address))
}

/** The caller's root on the server that has `address`. @throws FrameError `wallet_not_on_device`. */
export async function findRoot(
  { call }: WalletContext,
  caller: Caller,
  { chainType, address }: RootAddress,
): Promise<WalletRoot> {
  const { roots } = await call(embeddedWallet.list, {}, caller.accessToken)
  const root = roots.find(({ accounts }) =>
    accounts.some(
      (account) =>
        account.chain_type === chainType && isSameAddress(chainType, account.address, address),
    ),
  )
  if (!root) throw notOnDevice()
  return root
}

/** Brings `root` onto this device; its addresses must be those the server lists for it. */
export async function recoverRoot(
  context: WalletContext,
  caller: Caller,
  root: WalletRoot,
): Promise<DeviceRecord> {
  if (root.recovery_method !== automaticRecoveryMethod) {
    throw new FrameError('error', 'This wallet has a recovery method the frame does not know')
  }
  const walletId = root.wallet_id
  const { call } = context
  const { body, record } = await restore(context, caller, root)
  const { receipt } = await call(
    embeddedWallet.addGeneration,
    { params: { wallet_id: walletId }, body },
    caller.accessToken,
  )
  const finished = await finishGeneration(context, caller, { ...record, receipt })
  if (finished.state === 'exists') throw internalFailure()
  return finished.record
}

async function restore(context: WalletContext, caller: Caller, root: WalletRoot) {
  const { appId, userId } = caller
  const walletId = root.wallet_id
  const material = await fetchRecovery(context, caller, { walletId })
  const { authShare, recoveryShare, recoveryKey, generationId } = material
  let entropy: Uint8Array | undefined
  try {
    const scope = { appId, userId, walletId, generationId }
    entropy = await combineShares(authShare, recoveryShare, scope)
    const accounts = await withRoot(context.webCrypto.subtle, entropy, firstAccounts)
    requireListed(accounts, root)
    return await newGeneration(context, caller, { walletId, entropy, recoveryKey, accounts })
  } finally {
    wipe(authShare, recoveryShare, recoveryKey, entropy)
  }
}

/** At least one listed address is a first address of this root, and none of them is another. */
function requireListed(
  derived: Parameters<typeof requireSameAccounts>[0],
  { accounts }: WalletRoot,
): void {
  const listed = accounts.map((account) => ({
    chainType: account.chain_type,
    walletIndex: account.wallet_index,
    address: account.address,
  }))
  const first = listed.filter(({ walletIndex }) => walletIndex === 0)
  if (first.length === 0) throw internalFailure()
  requireSameAccounts(derived, first)
}
