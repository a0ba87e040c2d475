import { type AuditKind, userIdPrefix } from '@sallyport/contract'
import { notify } from '../audit/notify.js'
import { recordEvent } from '../audit/record-event.js'
import { recordAppEvent } from '../db/app-events.js'
import type { Db } from '../db/connect.js'
import type { UserKey } from '../db/links.js'
import type { RequestFacts } from '../http/implement.js'
import { describeForAudit } from '../session/device.js'

/** What happened to a user's factors. */
export interface FactorEvent {
  kind: Extract<AuditKind, `factor_${string}` | 'recovery_codes_created'>
  /** The method; undefined when it is about all of them. */
  factor?: string
}

/** The start of a reset is told with a link that cancels it, by `announceReset`. */
const toldElsewhere: readonly AuditKind[] = ['factor_reset_started']

/** A reset that is complete has removed all of them. */
function factorGone(kind: FactorEvent['kind']): boolean {
  return kind === 'factor_removed' || kind === 'factor_reset_completed'
}

/** Records a change of a user's factors and has every channel told, in the transaction of the change. */
export async function recordFactorEvent(
  transaction: Db,
  input: UserKey &
    FactorEvent & {
      sessionId?: string | undefined
      device?: RequestFacts['device'] | undefined
      nowMs: number
    },
): Promise<void> {
  const { kind, factor, appId, userId, sessionId, device, nowMs } = input
  const event = await recordEvent(transaction, {
    kind,
    appId,
    userId,
    sessionId,
    data: {
      ...(factor === undefined ? {} : { factor }),
      ...(device === undefined ? {} : describeForAudit(device)),
    },
    nowMs,
  })
  const type =
    kind === 'factor_enrolled' ? 'mfa.enabled' : factorGone(kind) ? 'mfa.disabled' : undefined
  if (type !== undefined) {
    const told = { user_id: userIdPrefix + userId, method: factor ?? 'all' }
    await recordAppEvent(transaction, { appId, subject: { userId }, type, data: told, nowMs })
  }
  if (!toldElsewhere.includes(kind)) await notify(transaction, { event })
}
