import { wipe } from '@sallyport/crypto'
import { SigningError, TransactionError, TypedDataError } from '@sallyport/crypto/chains/ethereum'
import { CallRefused, inTurn, turnDeadline } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { authorize } from './authorize.js'
import type { SignerDatabase } from './database.js'
import type { Grant } from './grant.js'
import { prepareSignature, type Sign } from './prepare-signature.js'
import { readSignRequest } from './requests.js'
import { reserve } from './reserve.js'
import type { SignerDeps } from './signer-deps.js'

/** A request for a signature, and where what allows it is. */
interface SignOptions {
  request: AuthorizedRequest
  /** Requests of one subject are carried out one after the other. */
  subject: string
  /** Locks the grant's rows until the transaction ends, and compiles them. @throws CallRefused `not_found`. */
  lock(transaction: SignerDatabase): Promise<Grant>
}

/**
 * Carries out a request of an app's back end. Signatures of the authorization keys, wallet and policy are checked here again,
 * whatever the API has checked: lock, authorize, read, judge, spend, open, sign, wipe. The rows stay locked until the
 * signature is made, so that no signature is made after a revocation was committed, and what it may cost is reserved in the same
 * commit before the key is restored.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`; PolicyRefusal.
 */
export function sign(
  { request, subject, lock }: SignOptions,
  deps: Pick<SignerDeps, 'db' | 'clock' | 'turnTimeoutMs'>,
): Promise<Record<string, string>> {
  // Requests of one wallet lock its row one after the other: of many at once the last would wait longer than a statement may.
  const { db, clock } = deps
  return inTurn({ shared: db, subject, until: turnDeadline(deps) }, () =>
    db.transaction().execute(async (transaction) => {
      const grant = await lock(transaction)
      let key: Uint8Array | undefined
      try {
        const nowMs = clock.nowMs()
        const digest = authorize(request, { ...grant, nowMs })
        const asked = readSignRequest(request, grant)
        const costs = grant.policy(asked)
        const signature = prepareSignature(asked)
        const reservation = { subject: grant.spendKey, request: digest, costs }
        await reserve(reservation, { db: transaction, nowMs })
        key = await grant.openKey()
        return signWith(key, signature)
      } finally {
        grant.close()
        wipe(key)
      }
    }),
  )
}

function signWith(key: Uint8Array, signature: Sign): Record<string, string> {
  try {
    return signature(key)
  } catch (error) {
    if (error instanceof TransactionError || error instanceof TypedDataError)
      throw new CallRefused('invalid_request', error)
    if (error instanceof SigningError) throw new CallRefused('internal_error', error)
    throw error
  }
}
