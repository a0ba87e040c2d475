import { recordEvent } from '../../audit/record-event.js'
import type { Db } from '../../db/connect.js'

/** Records what an app's back end did with an endpoint, in the transaction that does it. */
export async function recordWebhookChange(
  db: Db,
  change: {
    appId: string
    webhookId: string
    change: 'created' | 'changed' | 'deleted' | 'secret_rotated' | 'resent'
    nowMs: number
  },
): Promise<void> {
  const { appId, webhookId, nowMs } = change
  const data = { webhook_id: webhookId, change: change.change, by: 'app' } as const
  await recordEvent(db, { kind: 'webhook_changed', appId, userId: undefined, data, nowMs })
}
