import { addAccountsMessage, embeddedWallet, type WalletRoot } from '@sallyport/contract'
import { signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord, PinnedAccount } from '../device/device-record.js'
import { FrameError, internalFailure } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { forgetIfLost } from './find-record.js'
import { type AccountPath, isAt, isSameAddress, proveAccount, proveRoot } from './root.js'
import { unlock } from './unlock.js'

/** The address at `path` in what the server lists of a root. */
export function listedAddress(root: WalletRoot, path: AccountPath): string | undefined {
  return root.accounts.find(
    (account) => account.chain_type === path.chainType && account.wallet_index === path.walletIndex,
  )?.address
}

/**
 * The address this device has pinned where the server lists one: what the page is told is never the server's word alone.
 *
 * @throws FrameError `error` when it is another one.
 */
export function ownAddress({ accounts }: DeviceRecord, listed: PinnedAccount): string {
  const pinned = accounts.find((account) => isAt(account, listed))
  if (!pinned || !isSameAddress(listed.chainType, pinned.address, listed.address)) {
    throw new FrameError('error', 'The server lists an address that is not of this wallet')
  }
  return pinned.address
}

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
    const rootProof = await proveRoot(root, { path: confirming, text })
    return { account, text, rootProof, pinned: await root.pin(path) }
  })
  const { account, text, rootProof, pinned } = proven
  const { subtle } = context.webCrypto
  const body = {
    accounts: [account],
    generation_id: generationId,
    device_signature: await signAsDevice(subtle, { signingKey, text }),
    root_proof: rootProof,
  }
  const { root } = await forgetIfLost(context, record, () =>
    context.call(
      embeddedWallet.addAccounts,
      { params: { wallet_id: walletId }, body },
      caller.accessToken,
    ),
  )
  const listed = listedAddress(root, path)
  if (!listed || !isSameAddress(chainType, listed, account.address)) throw internalFailure()
  await pinAccount(context, record, pinned)
  return account.address
}

/** Remembers an address this device has derived and the server lists. */
export async function pinAccount(
  { openStore }: WalletContext,
  { generationId, appId, userId }: DeviceRecord,
  account: PinnedAccount,
): Promise<void> {
  const store = await openStore()
  // Read again: another request may have pinned an address meanwhile.
  const records = await store.list({ appId, userId })
  const record = records.find((each) => each.generationId === generationId)
  if (!record) return
  const isPinned = record.accounts.some((each) => isAt(each, account))
  if (!isPinned) await store.put({ ...record, accounts: [...record.accounts, account] })
}
