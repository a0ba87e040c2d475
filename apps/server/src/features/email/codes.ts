import { createHmac } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { type CodePurpose, redeemCode, storeCode, withdrawCode } from '../../db/email-codes.js'
import type { Bucket } from '../../db/rate-limits.js'
import type { NewSession } from '../../db/sessions.js'
import type { Deps } from '../../deps.js'
import { emailAttemptsBucket, refuseWhenExhausted } from '../../http/rate-limits.js'
import type { UserRecord } from '../../identity/user.js'

/** Life of a code, in milliseconds. */
export const codeLifeMs = 10 * 60_000
const digits = 6

/** What a code is bound to. */
export interface CodeOwner {
  appId: string
  purpose: CodePurpose
  /** Lower-cased, as the contract gives it. */
  address: string
}

/**
 * Makes and stores a code of 6 digits; the address's older code is dead.
 *
 * @throws ApiError `too_many_requests` when the budget is exhausted; the older code stays.
 */
export async function issueCode(
  deps: Deps,
  owner: CodeOwner,
  buckets: readonly Bucket[],
): Promise<string> {
  const code = String(deps.random.below(10 ** digits)).padStart(digits, '0')
  const nowMs = deps.clock.nowMs()
  const hash = hashCode(deps, owner, code)
  const stored = { ...owner, hash, nowMs, expiresAtMs: nowMs + codeLifeMs, buckets }
  refuseWhenExhausted(await storeCode(deps.db, stored))
  return code
}

/** Takes back a code that did not reach its address, so that a retry's code is the only one that works. */
export async function takeBackCode(deps: Deps, owner: CodeOwner, code: string): Promise<void> {
  await withdrawCode(deps.db, { ...owner, hash: hashCode(deps, owner, code) })
}

/**
 * The user the address belongs to (if any), once the code is proven; `session` is open for them then. The code is used up
 * before anything else happens.
 *
 * @throws ApiError `invalid_credentials` (422) when the code is wrong, used, too old, or tried five times,
 * `too_many_requests` when the budget is exhausted.
 */
export async function proveCode(
  deps: Deps,
  owner: CodeOwner,
  attempt: { code: string; buckets: readonly Bucket[]; session: NewSession },
): Promise<UserRecord | undefined> {
  const { code, buckets, session } = attempt
  const { waitMs, right, user } = await redeemCode(deps.db, {
    ...owner,
    hash: hashCode(deps, owner, code),
    buckets,
    wrongTries: emailAttemptsBucket(owner.appId, owner.address),
    session,
  })
  refuseWhenExhausted(waitMs)
  if (right) return user
  throw new ApiError('invalid_credentials', {
    status: 422,
    message: 'Invalid email verification code',
  })
}

/** HMAC under a pepper: six digits alone could be tried out by whoever holds the database. */
function hashCode(deps: Deps, { appId, purpose, address }: CodeOwner, code: string): Uint8Array {
  const pepper = deps.keyEncryption.derive('email-code')
  return createHmac('sha256', pepper).update([appId, purpose, address, code].join('\n')).digest()
}
