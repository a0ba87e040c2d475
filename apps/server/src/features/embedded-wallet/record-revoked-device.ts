import { notify } from '../../audit/notify.js'
import { recordEvent } from '../../audit/record-event.js'
import type { Db } from '../../db/connect.js'
import type { GenerationKey } from '../../db/share-generations.js'

/** Records that a device made room for a newer one, and has the user told. */
export async function recordRevokedDevice(
  transaction: Db,
  { appId, userId, walletId, generationId, nowMs }: GenerationKey & { nowMs: number },
): Promise<void> {
  const data = { wallet_id: walletId, generation_id: generationId, by: 'server' } as const
  const event = await recordEvent(transaction, {
    kind: 'device_revoked',
    appId,
    userId,
    data,
    nowMs,
  })
  await notify(transaction, { event })
}
