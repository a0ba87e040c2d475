import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { SignedBy } from '../../db/wallet-api-tables.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import { openShare } from '../share.js'
import type { Draft, Signed } from './send.js'

/**
 * Has the signer sign what a server wallet sends.
 *
 * @param replaces  It has signed the same request, and signs it again with higher fees: with the same nonce.
 */
export async function signSending(
  deps: Deps,
  {
    wallet,
    signedBy: { call, request, decimals },
    draft: { filled, built },
    replaces = false,
  }: {
    wallet: ServerWalletRow
    signedBy: SignedBy
    draft: Pick<Draft, 'filled' | 'built'>
    replaces?: boolean
  },
): Promise<Signed> {
  const input = {
    appId: wallet.app_id,
    walletId: wallet.wallet_id,
    apiShare: openShare(deps, wallet),
    request,
    ...(filled && { filled: [filled] }),
    ...(replaces && { replaces }),
  }
  const { data, filled: used } =
    call === 'signTransfer'
      ? await callSigner(deps, call, {
          ...input,
          rpc: built?.rpc ?? {},
          decimals: decimals ?? 0,
        })
      : await callSigner(deps, call, input)
  return { bytes: bytesOf(data), filled: used?.[0] }
}

/** The bytes for the network in what the signer answers for a send. */
function bytesOf({ signed_transaction: signed }: Record<string, unknown>): string {
  if (typeof signed === 'string') return signed
  throw new Error('The signer has answered nothing to send')
}
