import { embeddedWallet, isSameAddressOn } from '@sallyport/contract'
import type { DeviceRecord } from '../device/device-record.js'
import { invalidArguments } from '../frame-error.js'
import { readRequest } from '../rpc/methods.js'
import { listedAddress, pinAccount } from './accounts.js'
import type { Caller, WalletContext } from './context.js'
import { type AccountPath, isAt } from './root.js'
import { unlock } from './unlock.js'

/**
 * Signs one request with the key at `path` of a root on this device. The path is index 0 or one of the user's
 * addresses; every address is compared with the pinned or listed one before the key is used.
 *
 * @returns The address that signed, and the answer's `data`.
 * @throws FrameError `invalid_request_arguments` for a wrong request or an address the user does not have.
 */
export async function signRequest(
  context: WalletContext,
  {
    caller,
    record,
    path,
    request,
  }: {
    caller: Caller
    record: DeviceRecord
    path: AccountPath
    request: { method: string; params?: unknown }
  },
): Promise<{ address: string; data: unknown }> {
  const { chainType } = path
  const sign = await readRequest(chainType, request)
  const pinned = record.accounts.find((account) => isAt(account, path))?.address
  const expected = pinned ?? (await requireListed(context, { caller, record, path }))
  const signed = await unlock(context, { caller, record, chainType }, async (root) => {
    const key = await root.key(path)
    const { address } = key
    if (!isSameAddressOn(chainType, address, expected)) throw unknownAccount()
    const data = sign(key)
    return { address, data, account: pinned ? undefined : await root.pin(path) }
  })
  const { address, data, account } = signed
  if (account) await pinAccount(context, record, account)
  return { address, data }
}

/** An address added on another device: the list of the server says whether it is the user's. */
async function requireListed(
  { call }: WalletContext,
  { caller, record, path }: { caller: Caller; record: DeviceRecord; path: AccountPath },
): Promise<string> {
  const { roots } = await call(embeddedWallet.list, {}, caller.accessToken)
  const root = roots.find(({ wallet_id }) => wallet_id === record.walletId)
  const listed = root && listedAddress(root, path)
  if (!listed) throw unknownAccount()
  return listed
}

function unknownAccount() {
  return invalidArguments('The wallet has no such address')
}
