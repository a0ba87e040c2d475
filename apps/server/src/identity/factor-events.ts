import type { AuditKind } from '@sallyport/contract'
import { notify } from '../audit/notify.js'
import { recordEvent } from '../audit/record-event.js'
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
  if (!toldElsewhere.includes(kind)) await notify(transaction, { event })
}
