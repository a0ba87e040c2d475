import { isCustodyText } from '@sallyport/contract'
import type { DelegatedRequest } from '@sallyport/contract/wallet-api'
import { wipe } from '@sallyport/crypto'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import type { AuthorizedRequest, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { Grant } from '../../grant.js'
import { consentPolicy } from '../../policy/consent-policy.js'
import { messageBytes } from '../../policy/read-message.js'
import { judgeAndReserve } from '../../policy-rows/judge-wallet.js'
import type { WalletLaw } from '../../policy-rows/law.js'
import { prepare } from '../../prepare/prepare.js'
import { invalid, PolicyRefusal } from '../../refusals.js'
import { readDelegatedRequest } from '../../requests.js'
import { sign } from '../../sign.js'
import type { SignerDeps } from '../../signer-deps.js'
import { lockDelegation, restoreKey } from './consents.js'

/**
 * Carries out a request of an app's back end with a delegated wallet.
 *
 * @throws CallRefused `not_found` without a delegation, `wrong_signature`, `invalid_request`; PolicyRefusal; RowRefused.
 */
export async function signRequest(
  { consentId, appShare, request }: SignerInput<'signRequest'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signRequest'>> {
  const lock = (db: SignerDeps['db']) =>
    lockDelegatedGrant({ consentId, appShare }, { ...deps, db })
  const { data } = await sign({ request, subject: consentId, lock }, deps)
  // Methods of consents answer texts only.
  return { data: data as Record<string, string> }
}

/** What a user's consent allows, locked until the transaction ends. @throws CallRefused `not_found`. */
async function lockDelegatedGrant(
  { consentId, appShare }: { consentId: string; appShare: string },
  deps: SignerDeps,
): Promise<Grant> {
  const { consent, share } = await lockDelegation(consentId, deps)
  const { appId, chainType, address, authorizationKeys, threshold, program } = consent
  if (program && deps.clock.nowMs() >= program.endsAtMs) {
    wipe(share)
    throw new PolicyRefusal('The time that the user has given this program is over')
  }
  const named = { chain: chainType, address, id: delegatedWalletId(consentId) }
  const lawOfConsent = () =>
    deps.cache.of(`${appId}/consent/${consentId}`, async (): Promise<WalletLaw> => {
      const { policy, limits } = consentPolicy(consent)
      return { policies: [policy], limits, inSet: () => false }
    })
  return {
    appId,
    ...named,
    publicKey: null,
    quorums: [{ keys: authorizationKeys, users: [], nested: [], threshold }],
    read: (request) => readOwn(request, named),
    // Its transactions are complete: the same request gives the same bytes.
    complete: async ({ asked }) => ({ asked, filled: [] }),
    prepare: (asked) => prepare(asked, { ...named, publicKey: null, filled: [] }),
    judge: async ({ asked, prepared: { facts }, authorization: { digest, keyIds } }, at) => {
      const { method } = asked
      return judgeAndReserve(
        { walletId: consentId, method, facts, keyIds, name: digest },
        { ...deps, ...at, law: await lawOfConsent() },
      )
    },
    openKey: () => restoreKey({ consent, share, appShare }),
    close: () => wipe(share),
  }
}

/** What a signed request asks of this wallet. @throws CallRefused `invalid_request`; PolicyRefusal for a text of the wallet itself. */
function readOwn(
  request: AuthorizedRequest,
  named: Pick<Grant, 'chain' | 'address'> & { id: string },
) {
  const { delegated, rpc } = readDelegatedRequest(request, named)
  requireOneNetwork(delegated, named)
  // With such a signature the app could add a device or an address to the wallet.
  if (isCustody(delegated))
    throw new PolicyRefusal('This message is reserved for the wallet itself')
  return rpc
}

/** Refuses a transaction that contradicts its request. */
function requireOneNetwork(asked: DelegatedRequest, { address }: { address: string }): void {
  if (asked.method !== 'eth_signTransaction' && asked.method !== 'eth_sendTransaction') return
  const { transaction } = asked.params
  if (asked.method === 'eth_sendTransaction' && asked.caip2 !== `eip155:${transaction.chain_id}`)
    throw invalid('Two networks are named')
  if (transaction.from !== undefined && transaction.from.toLowerCase() !== address.toLowerCase())
    throw invalid('Another sender is named')
}

function isCustody(asked: DelegatedRequest): boolean {
  if (asked.method !== 'personal_sign' && asked.method !== 'signMessage') return false
  return isCustodyText(new TextDecoder().decode(messageBytes(asked.params)))
}
