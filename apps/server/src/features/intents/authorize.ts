import { ApiError, isApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { changeIntent, type IntentRow, readIntent } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import type { CarryOut } from '../../wallet-api/carry-out.js'
import { countVotes } from './propose.js'
import { recordApproval, recordIntentEvent } from './record-event.js'
import { statusAt, toWireIntent } from './to-wire.js'

interface Named {
  app: App
  intentId: string
}

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
  const named = { appId: app.id, intentId }
  const { row, isComplete, quorumIds } = await deps.db.transaction().execute(async (db) => {
    const before = await requireIntent(db, named, { lock: true })
    const nowMs = deps.clock.nowMs()
    requireWaiting(before, nowMs)
    const votes = await countVotes(deps, before, [signature])
    const known = before.signatures.map((each) => each.public_key)
    const members = votes.flatMap((each) => [...each.publicKeys, ...each.userIds])
    const [member] = members.filter((each) => !known.includes(each))
    if (member === undefined) throw unknownSignature(before, signature)
    const isMet = votes.some(({ cast, needed }) => cast >= needed)
    const own = { public_key: member, signature, signed_at: nowMs }
    const changed = await changeIntent(db, named, {
      from: 'pending',
      to: {
        signatures: [...before.signatures, own],
        updated_at: nowMs,
        status: isMet ? 'processing' : 'pending',
      },
    })
    if (changed === undefined) throw new Error('An intent that is held has changed')
    const more = { authorized_at: nowMs, member: { type: 'key', public_key: member } }
    await recordIntentEvent(db, { row: changed, type: 'intent.authorized', nowMs, more })
    if (isMet) await recordApproval(db, { row: changed, type: 'approval.given', nowMs })
    return { row: changed, isComplete: isMet, quorumIds: votes.map((each) => each.quorumId) }
  })
  const ended = isComplete ? await finish(deps, { app, row, carryOut }) : row
  return toWireIntent(deps, { app, row: ended, quorumIds })
}

/** Ends an intent that waits. @throws ApiError `not_found`, `invalid_data`. */
export async function rejectIntent(deps: Deps, { app, intentId }: Named) {
  const named = { appId: app.id, intentId }
  const nowMs = deps.clock.nowMs()
  const row = await deps.db.transaction().execute(async (db) => {
    requireWaiting(await requireIntent(db, named, { lock: true }), nowMs)
    const to = { status: 'rejected', rejected_at: nowMs, updated_at: nowMs } as const
    const changed = await changeIntent(db, named, { from: 'pending', to })
    if (changed === undefined) throw new Error('An intent that is held has changed')
    const more = { rejected_at: nowMs }
    await recordIntentEvent(db, { row: changed, type: 'intent.rejected', nowMs, more })
    return changed
  })
  return describe(deps, { app, row })
}

/** An intent with who may sign it. */
export async function describe(deps: Deps, { app, row }: { app: App; row: IntentRow }) {
  // What it is about may be gone by now: then no signature counts any more.
  const votes = await countVotes(deps, row).catch((error: unknown) => {
    if (isApiError(error) && error.code === 'not_found') return []
    throw error
  })
  return toWireIntent(deps, { app, row, quorumIds: votes.map((each) => each.quorumId) })
}

/** @throws ApiError `not_found` */
export async function requireIntent(
  db: Deps['db'],
  named: { appId: string; intentId: string },
  options: { lock?: boolean } = {},
): Promise<IntentRow> {
  const row = await readIntent(db, named, options)
  if (row === undefined) throw new ApiError('not_found', { message: 'Intent not found' })
  return row
}

async function finish(
  deps: Deps,
  { app, row, carryOut }: { app: App; row: IntentRow; carryOut: CarryOut },
): Promise<IntentRow> {
  const outcome = await carryOut(row, app).then(
    (answer) => ({ status: 'executed' as const, code: 200, body: answer }),
    (error: unknown) => {
      if (!isApiError(error)) throw error
      const body = { error: error.message, code: error.code }
      return { status: 'failed' as const, code: error.status, body }
    },
  )
  const nowMs = deps.clock.nowMs()
  const result = { status_code: outcome.code, executed_at: nowMs, response_body: outcome.body }
  return deps.db.transaction().execute(async (db) => {
    const named = { appId: row.app_id, intentId: row.intent_id }
    const to = { status: outcome.status, result, updated_at: nowMs }
    const ended = await changeIntent(db, named, { from: 'processing', to })
    if (ended === undefined) throw new Error('An intent that is carried out has changed')
    const type = `intent.${outcome.status}` as const
    await recordIntentEvent(db, { row: ended, type, nowMs, more: { action_result: result } })
    return ended
  })
}

function requireWaiting(row: IntentRow, nowMs: number): void {
  const status = statusAt(row, nowMs)
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
