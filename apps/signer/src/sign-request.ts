import { wipe } from '@sallyport/crypto'
import { SigningError, TransactionError, TypedDataError } from '@sallyport/crypto/chains/ethereum'
import { CallRefused, inTurn, startPatience } from '@sallyport/keyholder'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { proveAuthorized } from './authorization.js'
import { lockDelegation, restoreKey } from './consents.js'
import { judgeRequest } from './judge-request.js'
import { readDelegatedRequest } from './requests.js'
import { reserve } from './reserve.js'
import type { SignerDeps } from './signer-deps.js'
import type { Work } from './work.js'

/**
 * Carries out a request of an app's back end with a delegated wallet. Signatures of the app's keys, wallet and policy are
 * checked here again, whatever the API has checked. The row is locked until the signature is made, so that no signature
 * is made after a revocation was committed, and what a transaction may cost is reserved in the same commit.
 *
 * @throws CallRefused `not_found` without a delegation, `wrong_signature`, `invalid_request`; PolicyRefusal.
 */
export function signRequest(
  input: SignerInput<'signRequest'>,
  deps: SignerDeps,
): Promise<SignerOutput<'signRequest'>> {
  // Requests of one wallet lock its row one after the other: of many at once the last would wait longer than a statement may.
  const turn = { shared: deps.db, subject: input.consentId, until: startPatience(deps) }
  return inTurn(turn, () => signInTurn(input, deps))
}

async function signInTurn(
  { consentId, appShare, request }: SignerInput<'signRequest'>,
  { db, cipher, clock }: SignerDeps,
): Promise<SignerOutput<'signRequest'>> {
  return db.transaction().execute(async (transaction) => {
    const { consent, share } = await lockDelegation(consentId, { db: transaction, cipher })
    let key: Uint8Array | undefined
    try {
      const nowMs = clock.nowMs()
      const digest = proveAuthorized(request, { consent, nowMs })
      const asked = readDelegatedRequest(request, consent)
      const { sign, costs } = judgeRequest(asked, consent)
      await reserve({ consentId, request: digest, costs }, { db: transaction, nowMs })
      key = await restoreKey({ consent, share, appShare })
      return { data: signWith(key, sign) }
    } finally {
      wipe(share, key)
    }
  })
}

function signWith(key: Uint8Array, sign: Work['sign']): Record<string, string> {
  try {
    return sign(key)
  } catch (error) {
    if (error instanceof TransactionError || error instanceof TypedDataError)
      throw new CallRefused('invalid_request', error)
    if (error instanceof SigningError) throw new CallRefused('internal_error', error)
    throw error
  }
}
