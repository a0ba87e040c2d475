import { notify } from '../../audit/notify.js'
import { recordEvent } from '../../audit/record-event.js'
import type { Db } from '../../db/connect.js'
import { recordOwnWallet } from '../../db/own-wallet-events.js'
import { hasEvent } from '../../db/read-audit-events.js'
import type { Deps } from '../../deps.js'
import { type DeviceRecord, describeForAudit } from '../../session/device.js'

/** What a session does to a wallet. */
interface WalletUse {
  appId: string
  userId: string
  walletId: string
  sessionId: string
  device: DeviceRecord
}

/** A recovery that is about to be answered. */
interface Recovery extends WalletUse {
  generationId: string
  /** The wallet's own; undefined when it was restored by one that was replaced. */
  method: string | undefined
}

/**
 * Records a recovery before its answer leaves, and has the user told: once for each session, because a browser that keeps
 * no storage recovers at each visit.
 */
export async function recordRecovery(
  deps: Pick<Deps, 'db' | 'clock'>,
  recovery: Recovery,
): Promise<void> {
  await recordOnce(
    deps,
    {
      kind: 'wallet_recovered',
      generation_id: recovery.generationId,
      ...(recovery.method !== undefined && { method: recovery.method }),
    },
    recovery,
  )
}

/** Records that a key is about to be shown, and has the user told once for each session and wallet. */
export async function recordExport(
  deps: Pick<Deps, 'db' | 'clock'>,
  use: WalletUse,
): Promise<void> {
  await recordOnce(deps, { kind: 'wallet_exported' }, use)
}

/** Records that a root has another recovery method, and has the user told. */
export async function recordRecoveryChange(
  db: Db,
  change: {
    appId: string
    userId: string
    walletId: string
    recovery: { method: string }
    nowMs: number
  },
): Promise<void> {
  const { appId, userId, walletId, recovery, nowMs } = change
  const data = { wallet_id: walletId, method: recovery.method }
  await recordOwnWallet(db, { ...change, type: 'wallet.recovery_setup', ...recovery })
  const event = await recordEvent(db, { kind: 'recovery_changed', appId, userId, data, nowMs })
  await notify(db, { event })
}

async function recordOnce(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    kind,
    ...more
  }: { kind: 'wallet_recovered' | 'wallet_exported'; generation_id?: string; method?: string },
  { appId, userId, walletId, sessionId, device }: WalletUse,
): Promise<void> {
  const about = { kind, appId, userId, sessionId }
  const data = { wallet_id: walletId, ...more, ...describeForAudit(device) }
  await deps.db.transaction().execute(async (transaction) => {
    const wasTold = await hasEvent(transaction, about)
    const event = await recordEvent(transaction, { ...about, data, nowMs: deps.clock.nowMs() })
    const type = kind === 'wallet_recovered' ? 'wallet.recovered' : 'wallet.private_key_export'
    await recordOwnWallet(transaction, { appId, userId, walletId, type, nowMs: event.nowMs })
    if (!wasTold) await notify(transaction, { event })
  })
}
