import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { keepJudged } from '../../policy-rows/judged-requests.js'
import { sign } from '../../sign.js'
import type { SignerDeps } from '../../signer-deps.js'
import { isCancel, noopGrant } from './noop-grant.js'
import { transferGrant } from './transfer-grant.js'
import { lockWalletGrant, type WalletGrant } from './wallet-grant.js'

/**
 * Carries out a request of an app's back end with a server wallet.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`, `replayed`; PolicyRefusal; RowRefused.
 */
export function signWithWallet(
  input: SignerInput<'signWithWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signWithWallet'>> {
  return signBy(input, deps, (grant) => grant)
}

/**
 * Signs the transaction that carries out a transfer.
 *
 * @throws as `signWithWallet`; CallRefused `invalid_request` for a transaction that does something else.
 */
export function signTransfer(
  input: SignerInput<'signTransfer'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signTransfer'>> {
  return signBy(input, deps, (grant) => transferGrant(grant, input))
}

/**
 * Signs a transaction of a wallet to itself that moves nothing.
 *
 * @throws as `signWithWallet`.
 */
export function signNoop(
  input: SignerInput<'signNoop'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signNoop'>> {
  // A request that was signed before may be late.
  const replaces = !isCancel(input.request)
  return signBy({ ...input, replaces }, deps, noopGrant)
}

async function signBy(
  { appId, walletId, apiShare, request, filled, replaces, isTrial }: SignerInput<'signWithWallet'>,
  deps: SignerDeps,
  as: (grant: WalletGrant) => WalletGrant,
): Promise<SignerOutput<'signWithWallet'>> {
  let grant: WalletGrant | undefined
  const lock = async (db: SignerDeps['db']) => {
    const rows = { ...deps, db, noted: [], nowMs: deps.clock.nowMs() }
    grant = as(await lockWalletGrant({ appId, walletId, apiShare, request }, rows))
    return grant
  }
  const signed = await sign(
    {
      ...{ request, filled, replaces, isTrial, lock },
      subject: walletId,
      onRefused: async (judged) => {
        const kept = grant?.recordOf(judged, false)
        if (kept) await keepJudged(appId, kept, deps)
      },
    },
    deps,
  )
  return { data: signed.data, filled: signed.filled }
}
