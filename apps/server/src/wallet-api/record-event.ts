import type { WebhookData, WebhookEventType } from '@sallyport/contract/webhooks'
import { recordAppEvent } from '../db/app-events.js'
import type { Db } from '../db/connect.js'

/** Something that happened to a wallet or to what it sends, by the name that webhooks have for it. */
interface WalletEvent {
  appId: string
  walletId: string | null
  type: WebhookEventType
  data: Record<string, unknown>
  nowMs: number
}

/** Records an event of the wallet API. Pass the transaction that does what is recorded, so that neither exists without the other. */
export function recordWalletEvent(db: Db, event: WalletEvent): Promise<void> {
  const { appId, walletId, type, data, nowMs } = event
  const subject = walletId === null ? 'app' : { walletId }
  // Tests read the events by the table of their bodies.
  return recordAppEvent(db, { appId, subject, type, data: data as WebhookData<typeof type>, nowMs })
}
