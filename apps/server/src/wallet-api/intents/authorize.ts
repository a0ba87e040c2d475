import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { changeIntent, type IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import type { CarryOut } from '../carry-out.js'
import { carryOutIntent, leaseMs } from './execute.js'
import {
  countSignatures,
  end,
  type Member,
  membersIn,
  recordApproval,
  recordIntentEvent,
  requireIntent,
  settle,
} from './signatures.js'
import { toWireIntent } from './to-wire.js'

interface Named {
  app: App
  intentId: string
}

/** Each time that a change is lost, another member has signed: a quorum has no more members than that. */
const mostTries = 64

/**
 * Adds one member's signature over the request that an intent proposes. The last one that is needed carries it out, once.
 *
 * @throws ApiError `not_found`; `missing_or_invalid_token` for what no member has signed; `invalid_data` for a signature that is there
 *   already, and for an intent that waits for none.
 */
export async function authorizeIntent(
  deps: Deps,
  { app, intentId }: Named,
  { signature, carryOut }: { signature: string; carryOut: CarryOut },
) {
  const row = await addSignature(deps, { appId: app.id, intentId }, signature)
  const ended =
    row.status === 'processing' ? await carryOutIntent(deps, { app, row, carryOut }) : row
  return describe(deps, { app, row: ended })
}

/** Of each intent, what this process does with its signatures: one after the other, so that of many at once few ask the signer. */
const turns = new Map<string, Promise<unknown>>()

/** Adds a signature; the one that makes a quorum complete takes the intent, for this process alone. */
async function addSignature(
  deps: Deps,
  named: { appId: string; intentId: string },
  signature: string,
): Promise<IntentRow> {
  const before = turns.get(named.intentId) ?? Promise.resolve()
  const own = before.then(() => tryToAdd(deps, named, signature))
  const settled = own.catch(() => undefined)
  turns.set(named.intentId, settled)
  try {
    return await own
  } finally {
    if (turns.get(named.intentId) === settled) turns.delete(named.intentId)
  }
}

async function tryToAdd(
  deps: Deps,
  named: { appId: string; intentId: string },
  signature: string,
): Promise<IntentRow> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await requireIntent(deps.db, named)
    requireWaiting(found)
    const { row: before, counted } = await settle(deps, found)
    requireWaiting(before)
    const after = await countSignatures(deps, before, [signature])
    const known = membersIn(counted).map(({ id }) => id)
    const member = membersIn(after).find(({ id }) => !known.includes(id))
    if (member === undefined) throw unknownSignature(before, signature)
    const isMet = after.quorums.some(({ cast, needed }) => cast >= needed)
    const changed = await storeSignature(deps, before, { known, member, signature, isMet })
    if (changed !== undefined) return changed
  }
  throw new ApiError('too_many_requests')
}

function storeSignature(
  deps: Pick<Deps, 'db' | 'clock'>,
  before: IntentRow,
  {
    known,
    member,
    signature,
    isMet,
  }: { known: readonly string[]; member: Member; signature: string; isMet: boolean },
): Promise<IntentRow | undefined> {
  const nowMs = deps.clock.nowMs()
  const own = { public_key: member.id, signature, signed_at: nowMs }
  // Others count no more: the key of a user has ended, or the member was removed.
  const others = before.signatures.filter((each) => known.includes(each.public_key))
  return deps.db.transaction().execute(async (db) => {
    const changed = await changeIntent(db, before, {
      signatures: [...others, own],
      updated_at: nowMs,
      ...(isMet && { status: 'processing', attempts: 1, lease_until: nowMs + leaseMs }),
    })
    if (changed === undefined) return undefined
    const named = member.type === 'key' ? { public_key: member.id } : { user_id: member.id }
    const more = { authorized_at: nowMs, member: { type: member.type, ...named } }
    await recordIntentEvent(db, { row: changed, type: 'intent.authorized', nowMs, more })
    if (isMet) await recordApproval(db, { row: changed, type: 'approval.given', nowMs })
    return changed
  })
}

/** Ends an intent that waits. @throws ApiError `not_found`, `invalid_data`. */
export async function rejectIntent(deps: Deps, { app, intentId }: Named) {
  const { row } = await settle(deps, await requireIntent(deps.db, { appId: app.id, intentId }))
  requireWaiting(row)
  const ended = await end(deps, row, { status: 'rejected', rejected_at: deps.clock.nowMs() })
  if (ended.status !== 'rejected') requireWaiting(ended)
  return describe(deps, { app, row: ended })
}

/** An intent as it is now, with who may sign it. */
export async function describe(deps: Deps, { app, row }: { app: App; row: IntentRow }) {
  const settled = await settle(deps, row)
  const quorumIds = settled.counted.quorums.map((each) => each.quorumId)
  return toWireIntent(deps, { app, row: settled.row, quorumIds })
}

/** @throws ApiError `invalid_data` for an intent that has ended or is being carried out. */
export function requireWaiting({ status }: IntentRow): void {
  if (status === 'pending') return
  throw new ApiError('invalid_data', { message: `The intent is ${status}: it waits for nothing` })
}

function unknownSignature(row: IntentRow, signature: string): ApiError {
  const isKnown = row.signatures.map((each) => each.signature).includes(signature)
  if (isKnown) return new ApiError('invalid_data', { message: 'This member has signed already' })
  return new ApiError('missing_or_invalid_token', {
    message:
      'No member has signed the request of the intent with it, or the member has signed already',
  })
}
