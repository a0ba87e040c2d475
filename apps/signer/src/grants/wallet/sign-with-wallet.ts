import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { sign } from '../../sign.js'
import type { SignerDeps } from '../../signer-deps.js'
import { lockWalletGrant } from './wallet-grant.js'

/**
 * Carries out a request of an app's back end with a server wallet.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`; PolicyRefusal; RowRefused.
 */
export async function signWithWallet(
  { appId, walletId, apiShare, request }: SignerInput<'signWithWallet'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signWithWallet'>> {
  const lock = (db: SignerDeps['db']) =>
    lockWalletGrant({ appId, walletId, apiShare }, { ...deps, db, noted: [] })
  return { data: await sign({ request, subject: walletId, lock }, deps) }
}
