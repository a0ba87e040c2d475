import { insertAlarmNotice } from '../db/notices.js'
import { take } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'
import { recordEvent } from './record-event.js'

/** What operators are alarmed of, and the line of the log. */
const alarms = {
  code_budget_exhausted: 'unusually many one-time codes are sent',
  wrong_code_budget_exhausted: 'unusually many one-time codes are wrong',
  refresh_token_reused: 'a used refresh token came back; its session was ended',
  recovery_refused: 'the vault refused a recovery because of a limit',
  webhook_disabled: 'an endpoint of webhooks was switched off: it failed for days, or is gone',
  row_refused: 'a row of the database was not written by a server with the key',
  vault_row_refused: 'the vault or the signer has a row that it did not write',
  server_wallet_exported: 'the key or phrase of a server wallet has left the deployment',
  audit_chain_broken:
    'the newest event of the audit log is not the one that was sealed: run npm run audit',
} as const

/** Something operators should look at. */
export type AlarmName = keyof typeof alarms

/** What an alarm is about; without an app it is about the deployment. */
interface Alarm {
  alarm: AlarmName
  appId: string
  /** The budget or part of a limit. */
  budget?: string
}

/** An app's alarm of one kind reaches the webhook and the audit log once in this time, in milliseconds. */
const quietMs = 60_000

/**
 * Logs an alarm and counts it, and once a minute for each app puts it into the audit log and the outbox of the operator's
 * webhook. It never fails: what raised it goes on.
 */
export async function raiseAlarm(
  deps: Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'metrics'>,
  { alarm, appId, budget }: Alarm,
): Promise<void> {
  const about = budget === undefined ? {} : { budget }
  deps.logger.error({ event: alarm, appId, ...about }, alarms[alarm])
  deps.metrics.alarms.add({ alarm })
  const nowMs = deps.clock.nowMs()
  try {
    const bucket = { key: `alarm-${alarm}:${appId}`, points: 1, windowMs: quietMs }
    if ((await take(deps.db, [bucket], nowMs)) > 0) return
    await deps.db.transaction().execute(async (transaction) => {
      const data = { alarm, by: 'server', ...about } as const
      const event = { kind: 'alarm_raised', appId, userId: undefined, data, nowMs } as const
      const { id: eventId } = await recordEvent(transaction, event)
      if (deps.config.alarmWebhook === undefined) return
      await insertAlarmNotice(transaction, { appId, eventId, nowMs })
    })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    deps.logger.warn({ alarm, reason }, 'an alarm could not be stored')
  }
}
