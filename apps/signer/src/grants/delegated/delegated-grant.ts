import { wipe } from '@sallyport/crypto'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { Grant } from '../../grant.js'
import { prepare } from '../../prepare/prepare.js'
import { readDelegatedRequest } from '../../requests.js'
import { reserve } from '../../reserve.js'
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
  const { data } = await sign({ request, subject: consentId, lock }, deps)
  // Methods of consents answer texts only.
  return { data: data as Record<string, string> }
}

/** What a user's consent allows, locked until the transaction ends. @throws CallRefused `not_found`. */
async function lockDelegatedGrant(
  { consentId, appShare }: { consentId: string; appShare: string },
  deps: Pick<SignerDeps, 'db' | 'cipher'>,
): Promise<Grant> {
  const { consent, share } = await lockDelegation(consentId, deps)
  const { appId, chainType, address, authorizationKeys, threshold } = consent
  const named = { chain: chainType, address, id: delegatedWalletId(consentId) }
  return {
    appId,
    ...named,
    publicKey: null,
    quorums: [{ keys: authorizationKeys, users: [], nested: [], threshold }],
    read: (request) => readDelegatedRequest(request, named).rpc,
    // Its transactions are complete: the same request gives the same bytes.
    fill: async () => [],
    prepare: (asked) => prepare(asked, { ...named, publicKey: null, filled: [] }),
    judge: async ({ request, authorization }, at) => {
      const { delegated } = readDelegatedRequest(request, named)
      const costs = costsOfConsent(delegated, consent)
      await reserve({ subject: consentId, request: authorization.digest, costs }, at)
      return []
    },
    openKey: () => restoreKey({ consent, share, appShare }),
    close: () => wipe(share),
  }
}
