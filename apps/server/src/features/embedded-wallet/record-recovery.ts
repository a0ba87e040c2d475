import { notify } from '../../audit/notify.js'
import { recordEvent } from '../../audit/record-event.js'
import { hasEvent } from '../../db/read-audit-events.js'
import type { Deps } from '../../deps.js'
import { type DeviceRecord, describeForAudit } from '../../session/device.js'

/** A recovery that is about to be answered. */
interface Recovery {
  appId: string
  userId: string
  walletId: string
  generationId: string
  sessionId: string
  device: DeviceRecord
}

/**
 * Records a recovery before its answer leaves, and has the user told: once for each session, because a browser that keeps
 * no storage recovers at each visit.
 */
export async function recordRecovery(
  deps: Pick<Deps, 'db' | 'clock'>,
  recovery: Recovery,
): Promise<void> {
  const { appId, userId, walletId, generationId, sessionId, device } = recovery
  const about = { kind: 'wallet_recovered', appId, userId, sessionId } as const
  const data = { wallet_id: walletId, generation_id: generationId, ...describeForAudit(device) }
  await deps.db.transaction().execute(async (transaction) => {
    const wasTold = await hasEvent(transaction, about)
    const event = await recordEvent(transaction, { ...about, data, nowMs: deps.clock.nowMs() })
    if (!wasTold) await notify(transaction, { event })
  })
}
