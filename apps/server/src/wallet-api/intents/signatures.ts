import { ApiError, isApiError } from '@sallyport/contract'
import type { WebhookEventType } from '@sallyport/contract/webhooks'
import type { SignerOutput } from '@sallyport/protocols/signer'
import type { Db } from '../../db/connect.js'
import {
  changeIntent,
  type IntentChange,
  type IntentRow,
  readIntent,
} from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { callSigner } from '../call-signer.js'
import { collections, requestOf } from '../intent-request.js'
import { recordWalletEvent } from '../record-event.js'

type Counted = SignerOutput<'countSignatures'>

/** Who has signed an intent so far, for each quorum of which one is enough, by the signer's own rows. @throws ApiError `not_found` */
export function countSignatures(
  deps: Pick<Deps, 'signer' | 'db' | 'clock'>,
  row: IntentRow,
  more: readonly string[] = [],
): Promise<Counted> {
  return callSigner(deps, 'countSignatures', {
    appId: row.app_id,
    resource: collections[row.intent_type],
    id: row.resource_id,
    request: requestOf(row, more),
  })
}

/** A member who has signed: a key by its public half, or a user. */
export interface Member {
  type: 'key' | 'user'
  id: string
}

/** The members whose signatures count. */
export function membersIn({ quorums }: Pick<Counted, 'quorums'>): Member[] {
  return quorums.flatMap(({ publicKeys, userIds }) => [
    ...publicKeys.map((id) => ({ type: 'key' as const, id })),
    ...userIds.map((id) => ({ type: 'user' as const, id })),
  ])
}

/** What waits for nothing any more. */
const gone = 'What it is about is gone, or has no owner any more'
const changed = 'What it changes was changed after it was proposed'

/**
 * An intent as it is now, with its signatures: one whose time is over has expired, and one that can't be meant any more is dismissed. Of one
 * that has ended, who would have to sign now.
 */
export async function settle(
  deps: Pick<Deps, 'db' | 'signer' | 'clock'>,
  row: IntentRow,
): Promise<{ row: IntentRow; counted: Counted }> {
  const none: Counted = { revision: 0, quorums: [] }
  const nowMs = deps.clock.nowMs()
  if (row.status === 'pending' && row.expires_at <= nowMs) {
    const ended = await end(deps, row, { status: 'expired' })
    return { row: ended, counted: none }
  }
  const counted = await countSignatures(deps, row).catch((error: unknown) => {
    if (isApiError(error) && error.code === 'not_found') return none
    throw error
  })
  if (row.status !== 'pending') return { row, counted }
  const reason = counted.quorums.length === 0 ? gone : await staleReason(deps, row, counted)
  if (reason === undefined) return { row, counted }
  const change = { status: 'dismissed', dismissed_at: nowMs, dismissal_reason: reason } as const
  return { row: await end(deps, row, change), counted }
}

/** Why a change can't be meant any more; undefined while it can. */
async function staleReason(
  deps: Pick<Deps, 'signer' | 'db' | 'clock'>,
  row: IntentRow,
  { revision }: Counted,
): Promise<string | undefined> {
  if (row.resource_revision !== null && row.resource_revision !== revision) return changed
  const ruleId = /\/rules\/([a-z0-9]+)$/.exec(row.url)?.[1]
  if (ruleId === undefined) return undefined
  const named = { appId: row.app_id, policyId: row.resource_id }
  const { policy } = await callSigner(deps, 'readPolicy', named)
  return policy.rules.some(({ id }) => id === ruleId) ? undefined : 'The rule is gone'
}

/** Ends an intent that waits. @returns the intent as it is, also when another call has ended it. */
export async function end(
  deps: Pick<Deps, 'db' | 'clock'>,
  row: IntentRow,
  change: IntentChange & { status: 'expired' | 'dismissed' | 'rejected' },
): Promise<IntentRow> {
  const nowMs = deps.clock.nowMs()
  const { status, rejected_at, dismissed_at, dismissal_reason } = change
  const ended = await deps.db.transaction().execute(async (db) => {
    const written = await changeIntent(db, row, { ...change, updated_at: nowMs })
    if (written === undefined) return undefined
    const more = { rejected_at, dismissed_at, dismissal_reason }
    await recordIntentEvent(db, { row: written, type: `intent.${status}`, nowMs, more })
    return written
  })
  return ended ?? requireIntent(deps.db, { appId: row.app_id, intentId: row.intent_id })
}

/** @throws ApiError `not_found` */
export async function requireIntent(
  db: Db,
  named: { appId: string; intentId: string },
): Promise<IntentRow> {
  const row = await readIntent(db, named)
  if (row === undefined) throw new ApiError('not_found', { message: 'Intent not found' })
  return row
}

/** Records that members are asked to approve an intent, or that enough have signed. */
export function recordApproval(
  db: Db,
  {
    row,
    type,
    nowMs,
  }: { row: IntentRow; type: 'approval.asked' | 'approval.given'; nowMs: number },
): Promise<void> {
  const { app_id: appId, intent_id, intent_type, resource_id, expires_at } = row
  const walletId = collections[intent_type] === 'wallets' ? resource_id : null
  const data = { intent_id, intent_type, resource_id, wallet_id: walletId, expires_at }
  return recordWalletEvent(db, { appId, walletId, type, data, nowMs })
}

type IntentEvent = Extract<WebhookEventType, `intent.${string}`>

/** Records what became of an intent. */
export function recordIntentEvent(
  db: Db,
  {
    row,
    type,
    nowMs,
    more = {},
  }: { row: IntentRow; type: IntentEvent; nowMs: number; more?: Record<string, unknown> },
): Promise<void> {
  const { app_id: appId, intent_id, intent_type, status, created_at, expires_at } = row
  const isOfWallet = collections[intent_type] === 'wallets'
  const data = { intent_id, intent_type, status, created_at, expires_at, ...more }
  return recordWalletEvent(db, {
    ...{ appId, walletId: isOfWallet ? row.resource_id : null, type, data, nowMs },
  })
}
