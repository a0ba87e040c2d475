import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { type IntentRow, insertIntent } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { randomId } from '../../ports/random.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { collections, requestOf, underlyingUrl } from '../../wallet-api/intent-request.js'
import { recordApproval, recordIntentEvent } from './record-event.js'
import { toWireIntent } from './to-wire.js'

/** How long an intent waits, by default and at most; the most with some time for clocks that differ. */
const lifeMs = 72 * 3_600_000
const mostAheadMs = lifeMs + 300_000

/** What is proposed. */
interface Proposal {
  type: IntentRow['intent_type']
  resourceId: string
  signed: SignedRequest
}

/**
 * Keeps a request that lacks signatures, for its members to sign.
 *
 * @throws ApiError `not_found`; `invalid_data` for something without an owner, and for a time more than 72 hours ahead.
 */
export async function propose(deps: Deps, app: App, { type, resourceId, signed }: Proposal) {
  const nowMs = deps.clock.nowMs()
  const row: IntentRow = {
    app_id: app.id,
    intent_id: randomId(deps.random, 24),
    intent_type: type,
    status: 'pending',
    resource_id: resourceId,
    method: methodOf(signed),
    url: underlyingUrl(signed.url),
    // The route's schema has read it as an object.
    body: (signed.body ?? null) as IntentRow['body'],
    expires_at: expiryOf(signed.expiry, nowMs),
    custom_expiry: signed.expiry ?? null,
    signatures: [],
    result: null,
    created_at: nowMs,
    updated_at: nowMs,
    rejected_at: null,
    dismissed_at: null,
    dismissal_reason: null,
  }
  const quorumIds = (await countVotes(deps, row)).map((each) => each.quorumId)
  if (quorumIds.length === 0)
    throw new ApiError('invalid_data', {
      message: 'It has no owner who could approve: make the request itself',
    })
  const answer = await toWireIntent(deps, { app, row, quorumIds })
  await deps.db.transaction().execute(async (db) => {
    await insertIntent(db, row)
    await recordIntentEvent(db, { row, type: 'intent.created', more: {}, nowMs })
    await recordApproval(db, { row, type: 'approval.asked', nowMs })
  })
  return answer
}

/** Who has signed an intent so far, for each quorum of which one is enough. */
export async function countVotes(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  row: IntentRow,
  more: readonly string[] = [],
) {
  const { quorums } = await callSigner(deps, 'countSignatures', {
    appId: row.app_id,
    resource: collections[row.intent_type],
    id: row.resource_id,
    request: requestOf(row, more),
  })
  return quorums
}

function methodOf({ method }: SignedRequest): IntentRow['method'] {
  const known = (['POST', 'PATCH', 'DELETE'] as const).find((each) => each === method)
  if (known === undefined) throw new Error(`An intent is never of ${method}`)
  return known
}

function expiryOf(given: string | undefined, nowMs: number): number {
  if (given === undefined) return nowMs + lifeMs
  const at = /^\d{1,15}$/.test(given) ? Number(given) : 0
  if (at > nowMs && at <= nowMs + mostAheadMs) return at
  throw new ApiError('invalid_data', {
    message: 'privy-request-expiry must be Unix milliseconds, at most 72 hours ahead',
  })
}
