import type { externalWallet, SallyportClient, User } from '@sallyport/core'
import { signProof, walletMethods } from './features/external-wallet/prove-wallet.js'
import type { Kit } from './kit.js'
import { proveLinkHeadless } from './links.js'

/**
 * Has a connected wallet sign, and logs in with it, or links it to the user who is logged in. Opens the modal only for what
 * a login still owes.
 *
 * @throws RpcError 4001 when the user declines in the wallet; the server's refusal.
 */
export async function proveExternal(
  kit: Kit,
  wallet: externalWallet.ExternalWallet,
): Promise<void> {
  const { client } = kit
  const { id: method, login, link } = walletMethods[wallet.chainType]
  const isLogin = client.state.user === null
  const proof = await signProof(client, wallet)
  if (isLogin) await kit.proveAndFinish(method, () => login(client, proof))
  else
    await proveLinkHeadless(kit, {
      method,
      intent: 'link',
      run: () => link(client, proof),
      transfer: null,
    })
}

/** Unlinks the account of a wallet. @throws ApiError `cannot_unlink_sole_account`. */
export async function unlinkExternal(
  client: SallyportClient,
  { address }: externalWallet.ExternalWallet,
): Promise<User> {
  const { unlinkAccount } = await import('./unlink-account.js')
  return unlinkAccount(client, { type: 'wallet', address })
}
