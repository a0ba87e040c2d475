import { ApiError } from '@sallyport/contract'
import { notify } from '../audit/notify.js'
import { type RecordedEvent, recordEvent } from '../audit/record-event.js'
import { recordSessionEnds } from '../db/app-events.js'
import { endDevices } from '../db/share-generations.js'
import { endSessions } from '../db/user-sessions.js'
import type { Deps } from '../deps.js'
import { type DeviceRecord, describeForAudit } from './device.js'

/** A user who ends sessions of their own; `which` names one, or all but the caller's. */
interface Revocation {
  appId: string
  userId: string
  /** The caller's. */
  sessionId: string
  which: { session_id: string } | { others: true }
  device: DeviceRecord
}

/**
 * Ends sessions of a user. Every call reads the session, so their access tokens are refused from now on (SES-22). Their
 * devices can't open the wallet any more: after the next login there it is restored.
 *
 * @throws ApiError `invalid_data` when the user has no such open session.
 */
export async function revokeOwnSessions(deps: Deps, revocation: Revocation): Promise<void> {
  const { appId, userId, sessionId, which, device } = revocation
  const nowMs = deps.clock.nowMs()
  const named = 'session_id' in which ? which.session_id : undefined
  await deps.db.transaction().execute(async (transaction) => {
    const meant = named === undefined ? { except: sessionId } : { only: named }
    const ended = await endSessions(transaction, { appId, userId, nowMs, which: meant })
    if (ended.length === 0) {
      if (named === undefined) return
      throw new ApiError('invalid_data', { message: 'No open session of this user has this id' })
    }
    const kind = named === undefined ? 'other_sessions_ended' : 'session_ended'
    const data = describeForAudit(device)
    const about = { appId, userId, sessionId: named ?? sessionId, nowMs }
    await recordEvent(transaction, { ...about, kind, data })
    const ends = { appId, userId, sessionIds: ended, reason: 'ended_by_user', nowMs } as const
    await recordSessionEnds(transaction, ends)
    const devices = await endDevices(transaction, { appId, userId, sessionIds: ended, nowMs })
    let event: RecordedEvent | undefined
    for (const device of devices) {
      event = await recordEvent(transaction, { ...about, kind: 'device_revoked', data: device })
    }
    // One notice says it, however many devices there are.
    if (event) await notify(transaction, { event })
  })
}
