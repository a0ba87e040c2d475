import { wipe } from '@sallyport/crypto'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { Grant } from '../../grant.js'
import { sign } from '../../sign.js'
import type { SignerDeps } from '../../signer-deps.js'
import { lockDelegation, restoreKey } from './consents.js'
import { costsOfConsent } from './costs-of-consent.js'

/**
 * Carries out a request of an app's back end with a delegated wallet.
 *
 * @throws CallRefused `not_found` without a delegation, `wrong_signature`, `invalid_request`; PolicyRefusal.
 */
export async function signRequest(
  { consentId, appShare, request }: SignerInput<'signRequest'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signRequest'>> {
  const lock = (db: SignerDeps['db']) =>
    lockDelegatedGrant({ consentId, appShare }, { db, cipher: deps.cipher })
  return { data: await sign({ request, subject: consentId, lock }, deps) }
}

/** What a user's consent allows, locked until the transaction ends. @throws CallRefused `not_found`. */
async function lockDelegatedGrant(
  { consentId, appShare }: { consentId: string; appShare: string },
  deps: Pick<SignerDeps, 'db' | 'cipher'>,
): Promise<Grant> {
  const { consent, share } = await lockDelegation(consentId, deps)
  const { appId, chainType, address, authorizationKeys, threshold } = consent
  return {
    appId,
    chain: chainType,
    address,
    quorums: [{ keys: authorizationKeys, threshold }],
    policy: (asked) => costsOfConsent(asked, consent),
    spendKey: consentId,
    openKey: () => restoreKey({ consent, share, appShare }),
    close: () => wipe(share),
  }
}
