import { addAccountsMessage, embeddedWallet, isSameAddressOn } from '@sallyport/contract'
import { signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'
import { internalFailure } from '../frame-error.js'
import { listedAddress, pinAccount } from './accounts.js'
import type { Caller, WalletContext } from './context.js'
import { retireIfLost } from './find-record.js'
import { type AccountPath, proveAccount, proveRoot } from './root.js'
import { unlock } from './unlock.js'

/**
 * Makes the address at `path` of a root on this device one of the user's, with proof of its key. Idempotent.
 *
 * @returns The address.
 */
export async function addAccount(
  context: WalletContext,
  { caller, record, path }: { caller: Caller; record: DeviceRecord; path: AccountPath },
): Promise<string> {
  const { appId, userId } = caller
  const { walletId, generationId, signingKey, confirmingChain } = record
  const { chainType } = path
  const proven = await unlock(context, { caller, record, chainType }, async (root) => {
    const account = await proveAccount(root, { appId, userId, walletId, path })
    const accounts = [account]
    const text = addAccountsMessage({ appId, userId, walletId, generationId, accounts })
    const confirming = { chainType: confirmingChain, walletIndex: 0 }
    const rootProofs = await proveRoot(root, { path: confirming, text })
    return { account, text, rootProofs, pinned: await root.pin(path) }
  })
  const { account, text, rootProofs, pinned } = proven
  const { subtle } = context.webCrypto
  const body = {
    accounts: [account],
    generation_id: generationId,
    device_signature: await signAsDevice(subtle, { signingKey, text }),
    ...rootProofs,
  }
  const { root } = await retireIfLost(context, record, () =>
    context.call(
      embeddedWallet.addAccounts,
      { params: { wallet_id: walletId }, body },
      caller.accessToken,
    ),
  )
  const listed = listedAddress(root, path)
  if (!listed || !isSameAddressOn(chainType, listed, account.address)) throw internalFailure()
  await pinAccount(context, record, pinned)
  return account.address
}
