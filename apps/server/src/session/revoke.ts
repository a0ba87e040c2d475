import { ApiError } from '@sallyport/contract'
import { recordEvent } from '../audit/record-event.js'
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
 * Ends sessions of a user. Every call reads the session, so their access tokens are refused from now on (SES-22).
 *
 * @throws ApiError `invalid_data` when the user has no such open session.
 */
export async function revokeOwnSessions(deps: Deps, revocation: Revocation): Promise<void> {
  const { appId, userId, sessionId, which, device } = revocation
  const nowMs = deps.clock.nowMs()
  const named = 'session_id' in which ? which.session_id : undefined
  await deps.db.transaction().execute(async (transaction) => {
    const meant = named === undefined ? { except: sessionId } : { only: named }
    const count = await endSessions(transaction, { appId, userId, nowMs, which: meant })
    if (count === 0) {
      if (named === undefined) return
      throw new ApiError('invalid_data', { message: 'There is no such session' })
    }
    const kind = named === undefined ? 'other_sessions_ended' : 'session_ended'
    const data = describeForAudit(device)
    const about = { appId, userId, sessionId: named ?? sessionId, nowMs }
    await recordEvent(transaction, { ...about, kind, data })
  })
}
