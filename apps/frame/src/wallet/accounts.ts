import { isSameAddressOn, type WalletRoot } from '@sallyport/contract'
import type { DeviceRecord, PinnedAccount } from '../device/device-record.js'
import { FrameError } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { type AccountPath, isAt } from './root.js'
import { unlock } from './unlock.js'

/** The address at `path` in what the server lists of a root. */
export function listedAddress(root: WalletRoot, path: AccountPath): string | undefined {
  return root.accounts.find(
    (account) => account.chain_type === path.chainType && account.wallet_index === path.walletIndex,
  )?.address
}

/**
 * The address at `path`, as this device derives it: the page is never told an address on the server's word alone. Derives
 * and pins it when another device added it.
 *
 * @param input.listed  What the server lists there.
 * @throws FrameError `error` when the server lists another address.
 */
export async function requireOwnAddress(
  context: WalletContext,
  {
    caller,
    record,
    path,
    listed,
  }: { caller: Caller; record: DeviceRecord; path: AccountPath; listed: string },
): Promise<string> {
  const { chainType } = path
  const pinned = record.accounts.find((account) => isAt(account, path))
  const own =
    pinned ?? (await unlock(context, { caller, record, chainType }, (root) => root.pin(path)))
  if (!isSameAddressOn(chainType, own.address, listed)) throw foreignAddress()
  if (!pinned) await pinAccount(context, record, own)
  return own.address
}

/** The error for a server that lists an address the root does not have. */
export function foreignAddress(): FrameError {
  return new FrameError('error', 'The server lists an address that does not belong to this wallet')
}

/** Stores an address this device has derived and the server lists. */
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
