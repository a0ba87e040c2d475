import type { Caller } from '../wallet/context.js'
import type { RootAddress } from '../wallet/find-record.js'
import type { Wallets } from '../wallet/wallets.js'

/** Signs for the older `rpc` events, which name the root by one of its addresses and may leave the index out. */
export async function signByAddress(
  wallets: Wallets,
  caller: Caller,
  {
    root,
    hdWalletIndex,
    request,
  }: {
    root: RootAddress
    hdWalletIndex?: number | null | undefined
    request: { method: string; params?: unknown }
  },
): Promise<{ address: string; response: { method: string; data: unknown } }> {
  const { address, data } = await wallets.sign(caller, root, {
    path: { chainType: root.chainType, walletIndex: hdWalletIndex ?? undefined },
    request,
  })
  return { address, response: { method: request.method, data } }
}
