import type { FilledTransaction } from '@sallyport/protocols/signer'
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
export async function signSending(deps: Deps, sending: WalletSending): Promise<Signed> {
  const { data, filled } = await askSigner(deps, sending)
  return { bytes: bytesOf(data), filled: filled?.[0] }
}

/**
 * Has the signer judge what a server wallet sends: nothing is signed, taken from limits or remembered.
 *
 * @returns What it would be signed with: of a request that was signed before, what was filled in then.
 * @throws ApiError what the signer would refuse it for.
 */
export async function judgeSending(
  deps: Deps,
  sending: Omit<WalletSending, 'replaces'>,
): Promise<FilledTransaction | undefined> {
  const { filled } = await askSigner(deps, { ...sending, isTrial: true })
  return filled?.[0]
}

/** Something that a server wallet sends. */
interface WalletSending {
  wallet: ServerWalletRow
  signedBy: SignedBy
  draft: Pick<Draft, 'filled' | 'built'>
  replaces?: boolean
}

function askSigner(
  deps: Deps,
  {
    wallet,
    signedBy: { call, request, decimals },
    draft: { filled, built },
    replaces = false,
    isTrial = false,
  }: WalletSending & { isTrial?: boolean },
) {
  const input = {
    appId: wallet.app_id,
    walletId: wallet.wallet_id,
    apiShare: openShare(deps, wallet),
    request,
    ...(filled && { filled: [filled] }),
    ...(replaces && { replaces }),
    ...(isTrial && { isTrial }),
  }
  if (call !== 'signTransfer') return callSigner(deps, call, input)
  return callSigner(deps, call, { ...input, rpc: built?.rpc ?? {}, decimals: decimals ?? 0 })
}

/** The bytes for the network in what the signer answers for a send. */
function bytesOf({ signed_transaction: signed }: Record<string, unknown>): string {
  if (typeof signed === 'string') return signed
  throw new Error('The signer has answered nothing to send')
}
