import { wipe } from '@sallyport/crypto'
import { SigningError, TransactionError, TypedDataError } from '@sallyport/crypto/chains/ethereum'
import { CallRefused, inTurn, turnDeadline } from '@sallyport/keyholder'
import type { AuthorizedRequest, FilledTransaction } from '@sallyport/protocols/signer'
import type { SignerDatabase } from './database.js'
import type { Grant, Judged } from './grant.js'
import type { SpentWindow } from './policy-rows/spend.js'
import type { Prepared } from './prepare/prepare.js'
import { authorize } from './quorum/authorize.js'
import { invalid, PolicyRefusal } from './refusals.js'
import type { SignerDeps } from './signer-deps.js'

/** A request for a signature, and where what allows it is. */
interface SignOptions {
  request: AuthorizedRequest
  /** Requests of one subject are carried out one after the other. */
  subject: string
  /** What the API has filled into it. */
  filled?: FilledTransaction[] | undefined
  /** Whether it was signed before: it is signed again with higher fees. */
  replaces?: boolean | undefined
  /** Whether it is only judged: nothing is signed, taken or remembered. */
  isTrial?: boolean | undefined
  /** Locks the grant's rows until the transaction ends, and compiles them. @throws CallRefused `not_found`. */
  lock(transaction: SignerDatabase): Promise<Grant>
  /** Told of a request that a policy has refused, after the transaction has ended. */
  onRefused?(judged: Judged, refusal: PolicyRefusal): Promise<void>
}

/** What was signed, and with what. */
interface Signed {
  data: Record<string, unknown>
  filled: FilledTransaction[]
}

/** Ends the transaction of a request that would have been signed, so that nothing of it stays. */
class TrialEnded extends Error {
  override readonly name = 'TrialEnded'
  readonly signed: Signed

  constructor(signed: Signed) {
    super('The request was only judged')
    this.signed = signed
  }
}

/**
 * Carries out a request of an app's back end. Signatures of the authorization keys, wallet and policy are checked here again,
 * whatever the API has checked: lock, authorize, read, judge, spend, open, sign, wipe. The rows stay locked until the
 * signature is made, so that no signature is made after a revocation was committed, and what it may cost is reserved in the same
 * commit before the key is restored.
 *
 * @throws CallRefused `not_found`, `wrong_signature`, `invalid_request`, `replayed`; PolicyRefusal.
 */
export async function sign(
  {
    request,
    subject,
    filled = [],
    replaces = false,
    isTrial = false,
    lock,
    onRefused,
  }: SignOptions,
  deps: Pick<SignerDeps, 'db' | 'clock' | 'spent' | 'turnTimeoutMs'>,
): Promise<Signed> {
  // Requests of one wallet lock its row one after the other: of many at once the last would wait longer than a statement may.
  const { db, clock, spent } = deps
  let judged: Judged | undefined
  let taken: readonly SpentWindow[] = []
  let granted: Grant | undefined
  try {
    const signed = await inTurn({ shared: db, subject, until: turnDeadline(deps) }, () =>
      db.transaction().execute(async (transaction) => {
        const grant = await lock(transaction)
        granted = grant
        let key: Uint8Array | undefined
        try {
          const at = { db: transaction, nowMs: clock.nowMs() }
          const authorization = authorize(request, {
            ...{ ...grant, nowMs: at.nowMs },
            isLate: replaces,
          })
          const asked = grant.read(request)
          const given = { request, asked, authorization, filled, replaces }
          const completed = await grant.complete(given, at)
          const prepared = grant.prepare(completed.asked, completed.filled)
          judged = { ...completed, request, prepared, authorization, replaces }
          taken = await grant.judge(judged, at)
          if (isTrial) throw new TrialEnded({ data: {}, filled: completed.filled })
          key = await grant.openKey()
          return { data: signWith(key, prepared), filled: completed.filled }
        } finally {
          grant.close()
          wipe(key)
        }
      }),
    )
    for (const window of taken) spent.remember(window)
    granted?.committed?.()
    return signed
  } catch (error) {
    if (error instanceof TrialEnded) return error.signed
    if (judged && error instanceof PolicyRefusal) await onRefused?.(judged, error)
    throw error
  }
}

function signWith(key: Uint8Array, { sign: make }: Prepared): Record<string, unknown> {
  try {
    return make(key)
  } catch (error) {
    if (error instanceof TransactionError || error instanceof TypedDataError)
      throw invalid(error.message)
    if (error instanceof SigningError) throw new CallRefused('internal_error', error)
    throw error
  }
}
