import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import { openShare } from '../share.js'
import type { Signed } from './send.js'

/**
 * Has the signer sign a transaction of a wallet to itself that moves nothing.
 *
 * @param request  One that cancels a transaction, or one that was signed with a later nonce, which can't be reached without it.
 */
export async function signNoop(
  deps: Deps,
  {
    wallet,
    request,
    numbers,
  }: {
    wallet: ServerWalletRow
    request: AuthorizedRequest
    numbers: FilledTransaction | undefined
  },
): Promise<Signed> {
  const { data } = await callSigner(deps, 'signNoop', {
    appId: wallet.app_id,
    walletId: wallet.wallet_id,
    apiShare: openShare(deps, wallet),
    request,
    filled: numbers === undefined ? [] : [numbers],
  })
  return { bytes: String(data.signed_transaction), filled: numbers }
}
