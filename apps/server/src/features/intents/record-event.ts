import type { WebhookData, WebhookEventType } from '@sallyport/contract/webhooks'
import { recordAppEvent } from '../../db/app-events.js'
import type { Db } from '../../db/connect.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import { collections } from '../../wallet-api/intent-request.js'

type IntentEventType = Extract<WebhookEventType, `intent.${string}`>
type Own = 'intent_id' | 'intent_type' | 'status' | 'created_at' | 'expires_at'

/** Records what became of an intent; `more` is what the event says beside the intent. */
export function recordIntentEvent<T extends IntentEventType>(
  db: Db,
  {
    row,
    type,
    more,
    nowMs,
  }: { row: IntentRow; type: T; more: Omit<WebhookData<T>, Own>; nowMs: number },
): Promise<void> {
  const { app_id: appId, intent_id, intent_type, status, created_at, expires_at } = row
  // The fields of the intent and those of the event are all of its body.
  const data = { intent_id, intent_type, status, created_at, expires_at, ...more } as WebhookData<T>
  return recordAppEvent(db, { appId, subject: subjectOf(row), type, data, nowMs })
}

/** Records that members are asked, or that enough have signed. */
export function recordApproval(
  db: Db,
  {
    row,
    type,
    nowMs,
  }: { row: IntentRow; type: 'approval.asked' | 'approval.given'; nowMs: number },
): Promise<void> {
  const { app_id: appId, intent_id, intent_type, resource_id, expires_at } = row
  const wallet_id = walletOf(row) ?? null
  const data = { intent_id, intent_type, resource_id, wallet_id, expires_at }
  return recordAppEvent(db, { appId, subject: subjectOf(row), type, data, nowMs })
}

function subjectOf(row: IntentRow) {
  const walletId = walletOf(row)
  return walletId === undefined ? 'app' : { walletId }
}

function walletOf({ intent_type, resource_id }: IntentRow): string | undefined {
  return collections[intent_type] === 'wallets' ? resource_id : undefined
}
