import { type ApiError, isApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { changeIntent, type IntentRow, listDueIntents } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { VaultRefusal } from '../../ports/vault.js'
import type { CarryOut } from '../carry-out.js'
import { recordIntentEvent, requireIntent, settle } from './signatures.js'

/** How long a process has to carry out an intent; another one takes it then. */
export const leaseMs = 120_000
/** An intent that nothing could carry out for that many times has failed. */
const mostAttempts = 30
const mostAtOnce = 50

type ExecuteDeps = Pick<Deps, 'db' | 'clock' | 'signer' | 'logger'>

/**
 * Carries out an intent that this process has taken. What can be tried again stays `processing` and is tried again by
 * `finishIntents`: the request is the same, so that nothing is done or sent twice.
 *
 * @returns the intent as it is then.
 */
export async function carryOutIntent(
  deps: ExecuteDeps,
  { app, row, carryOut }: { app: App; row: IntentRow; carryOut: CarryOut },
): Promise<IntentRow> {
  const outcome = await carryOut(row, app).then(
    (body) => ({ status: 'executed' as const, code: 200, body }),
    (error: unknown) => outcomeOf(deps, row, error),
  )
  const nowMs = deps.clock.nowMs()
  const named = { appId: row.app_id, intentId: row.intent_id }
  if (outcome === undefined) return (await release(deps, row)) ?? requireIntent(deps.db, named)
  const result = { status_code: outcome.code, executed_at: nowMs, response_body: outcome.body }
  const ended = await deps.db.transaction().execute(async (db) => {
    const to = { status: outcome.status, result, updated_at: nowMs }
    const written = await changeIntent(db, row, to)
    if (written === undefined) return undefined
    const type = `intent.${outcome.status}` as const
    await recordIntentEvent(db, { row: written, type, nowMs, more: { action_result: result } })
    return written
  })
  // Another process has taken it meanwhile, and ends it with the same outcome.
  return ended ?? requireIntent(deps.db, named)
}

/** What an error makes of an intent; undefined where it is tried again. */
function outcomeOf({ clock, logger }: ExecuteDeps, row: IntentRow, error: unknown) {
  if (isApiError(error) && wasCarriedOut(error))
    return { status: 'executed' as const, code: 200, body: null }
  const isFinal = isApiError(error) && !isPassing(error)
  const isOver = row.attempts >= mostAttempts || row.expires_at <= clock.nowMs()
  if (!isFinal) {
    logger.warn({ err: error, intent: row.intent_id }, 'an intent could not be carried out')
    if (!isOver) return undefined
  }
  const { status: code, message, code: name } = isApiError(error) ? error : internalError
  return { status: 'failed' as const, code, body: { error: message, code: name } }
}

/** What may be otherwise a moment later: a program that is away, a queue, a node that does not answer. */
function isPassing({ status, code, cause }: ApiError): boolean {
  const isUncertain = cause instanceof BroadcastError && cause.isUncertain
  return status >= 500 || code === 'too_many_requests' || isUncertain
}

const internalError = {
  status: 500,
  message: 'It could not be carried out',
  code: 'internal_error',
}

/** The signer has carried out the same signed request before: by an attempt whose answer was lost, or by a direct call. */
function wasCarriedOut({ cause }: Pick<ApiError, 'cause'>): boolean {
  return cause instanceof VaultRefusal && cause.details?.wasCarriedOut === true
}

/** Lets it be tried again, later each time. */
function release({ db, clock }: ExecuteDeps, row: IntentRow): Promise<IntentRow | undefined> {
  const pauseMs = Math.min(1_000 * 2 ** row.attempts, leaseMs)
  return changeIntent(db, row, { lease_until: clock.nowMs() + pauseMs })
}

/**
 * Carries out intents whose process was interrupted, and notes those whose time is over. Of several processes that do this at once,
 * one takes each.
 */
export async function finishIntents(
  deps: ExecuteDeps & Pick<Deps, 'apps'>,
  carryOut: CarryOut,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  for (const due of await listDueIntents(deps.db, { nowMs, most: mostAtOnce })) {
    if (due.status === 'pending') {
      await settle(deps, due)
      continue
    }
    const to = { attempts: due.attempts + 1, lease_until: nowMs + leaseMs }
    const row = await changeIntent(deps.db, due, to)
    const app = row && (await deps.apps.find(row.app_id))
    if (row && app) await carryOutIntent(deps, { app, row, carryOut })
  }
}
