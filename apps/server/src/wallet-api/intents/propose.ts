import { createHash } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { findByName, type IntentRow, insertIntent } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { randomId } from '../../ports/random.js'
import { usableSignatures } from '../authorized-request.js'
import { callSigner } from '../call-signer.js'
import { collections, requestOf, underlyingUrl } from '../intent-request.js'
import { requireSpelledAddresses } from '../require-spelled.js'
import { countSignatures, membersIn, recordApproval, recordIntentEvent } from './signatures.js'
import { toWireIntent } from './to-wire.js'

/** How long an intent waits, by default and at most; the most with some time for clocks that differ. */
const lifeMs = 72 * 3_600_000
const mostAheadMs = lifeMs + 300_000

/** What is proposed. */
export interface Proposal {
  type: IntentRow['intent_type']
  resourceId: string
  signed: SignedRequest
  /** Of a change of a rule that is there. */
  ruleId?: string
}

/**
 * Keeps a request that lacks signatures, for its members to sign.
 *
 * @throws ApiError `not_found`; `invalid_data` for something without an owner, for a time more than 72 hours ahead, and for a change that
 *   could not be carried out.
 */
export async function propose(deps: Deps, app: App, proposal: Proposal) {
  const row = newIntent(deps, app, proposal)
  const { quorums, revision } = await countSignatures(deps, row)
  if (quorums.length === 0) throw ownerless()
  await requireChange(deps, row, proposal)
  const begun = { ...row, resource_revision: revisionOf(row, revision) }
  await store(deps, begun)
  return toWireIntent(deps, { app, row: begun, quorumIds: quorums.map((each) => each.quorumId) })
}

/**
 * Makes an intent of a direct call that some of its members have signed, with their signatures. The same call again finds the same
 * intent.
 *
 * @throws as `propose`
 */
export async function proposeCalled(deps: Deps, app: App, proposal: Proposal) {
  const { signed } = proposal
  const row = {
    ...newIntent(deps, app, proposal),
    request_name: nameOf(signed),
    idempotency_key: signed.idempotencyKey ?? null,
  }
  await requireChange(deps, row, proposal)
  const nowMs = deps.clock.nowMs()
  let revision = 0
  for (const signature of usableSignatures(signed.signatures)) {
    const counted = await countSignatures(deps, row, [signature])
    revision = counted.revision
    const [member] = membersIn(counted)
    if (member === undefined || row.signatures.some((each) => each.public_key === member.id))
      continue
    row.signatures.push({ public_key: member.id, signature, signed_at: nowMs })
  }
  const begun = { ...row, resource_revision: revisionOf(row, revision) }
  const isNew = await store(deps, begun)
  const named = { appId: app.id, name: row.request_name }
  const kept = isNew ? begun : ((await findByName(deps.db, named)) ?? begun)
  const { quorums } = await countSignatures(deps, kept)
  return toWireIntent(deps, { app, row: kept, quorumIds: quorums.map((each) => each.quorumId) })
}

function newIntent(deps: Deps, app: App, { type, resourceId, signed }: Proposal): IntentRow {
  requireSpelledAddresses(signed.body)
  const nowMs = deps.clock.nowMs()
  return {
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
    idempotency_key: null,
    request_name: null,
    resource_revision: null,
    signatures: [],
    result: null,
    created_at: nowMs,
    updated_at: nowMs,
    rejected_at: null,
    dismissed_at: null,
    dismissal_reason: null,
    ...{ revision: 0, attempts: 0, lease_until: 0 },
  }
}

/** Has the signer check what a change names. Requests to sign or send change nothing. @throws ApiError `invalid_data` with the field. */
async function requireChange(deps: Deps, row: IntentRow, { ruleId }: Proposal): Promise<void> {
  if (row.intent_type === 'RPC' || row.intent_type === 'TRANSFER') return
  await callSigner(deps, 'checkChange', {
    appId: row.app_id,
    resource: collections[row.intent_type],
    id: row.resource_id,
    request: requestOf(row),
    ...(ruleId !== undefined && { ruleId }),
  })
}

function store(deps: Deps, row: IntentRow): Promise<boolean> {
  return deps.db.transaction().execute(async (db) => {
    const isNew = await insertIntent(db, row)
    const nowMs = row.created_at
    if (!isNew) return false
    await recordIntentEvent(db, { row, type: 'intent.created', nowMs })
    await recordApproval(db, { row, type: 'approval.asked', nowMs })
    return isNew
  })
}

/** A change is meant for what is there: one that was made of another version is dismissed. A new rule changes nothing that is there. */
function revisionOf({ intent_type: type, method }: IntentRow, revision: number): number | null {
  const isChange = type === 'WALLET' || type === 'POLICY' || type === 'KEY_QUORUM'
  const isChangeOfRule = type === 'RULE' && method !== 'POST'
  return isChange || isChangeOfRule ? revision : null
}

function nameOf({ method, url, body, expiry, idempotencyKey }: SignedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, expiry ?? null, idempotencyKey ?? null]))
    .digest('hex')
}

function ownerless(): ApiError {
  return new ApiError('invalid_data', {
    message: 'It has no owner who could approve: make the request itself',
  })
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
    data: { field: 'privy-request-expiry' },
  })
}
