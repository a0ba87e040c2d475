import type { Db } from '../db/connect.js'

/** Something that happened to a wallet or to what it sends, by the name that webhooks have for it. */
interface WalletEvent {
  appId: string
  walletId: string | null
  type: string
  data: Record<string, unknown>
  nowMs: number
}

/** Records an event of the wallet API. Pass the transaction that does what is recorded, so that neither exists without the other. */
export async function recordWalletEvent(db: Db, event: WalletEvent): Promise<void> {
  const { appId, walletId, type, data, nowMs } = event
  await db
    .insertInto('wallet_event')
    .values({ app_id: appId, wallet_id: walletId, type, data: JSON.stringify(data), at: nowMs })
    .execute()
}
