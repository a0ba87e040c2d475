import type { AuditData, AuditKind } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'
import { claimNotices, type DueNotice, finishNotice } from '../db/notices.js'
import type { Deps } from '../deps.js'
import { composeNoticeMail, composeNoticeText, isNoticed } from './notice-texts.js'
import { sendAlarm } from './send-alarm.js'

/** What `deliverNotices` needs. */
type DeliveryDeps = Pick<
  Deps,
  'db' | 'apps' | 'clock' | 'channels' | 'logger' | 'config' | 'metrics'
>

/** Notices that are sent side by side. */
const batch = 10
const minuteMs = 60_000
/** A notice is tried for about two days. */
const mostAttempts = 12
const longestWaitMs = 6 * 60 * minuteMs

/** How long after the start of an attempt the next one may begin, in milliseconds. */
export function waitAfter(attempts: number): number {
  return Math.min(minuteMs * 2 ** (attempts - 1), longestWaitMs)
}

/**
 * Sends the notices that are due, each to one address. A process claims a notice before it sends it, so that two
 * processes do not send it both; one that ended in the middle is tried again by another a minute later, and may then
 * arrive twice.
 */
export async function deliverNotices(deps: DeliveryDeps): Promise<void> {
  for (;;) {
    const due = await claimNotices(deps.db, { nowMs: deps.clock.nowMs(), limit: batch, waitAfter })
    await Promise.all(due.map((notice) => deliver(deps, notice)))
    if (due.length < batch) return
  }
}

async function deliver(deps: DeliveryDeps, notice: DueNotice): Promise<void> {
  const { id, app_id: appId, channel, attempts } = notice
  try {
    await send(deps, notice)
    await finishNotice(deps.db, { id, column: 'sent_at', nowMs: deps.clock.nowMs() })
    deps.metrics.notices.add({ channel, outcome: 'sent' })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    const isLast = error instanceof RecipientRefused || attempts >= mostAttempts
    if (isLast) await finishNotice(deps.db, { id, column: 'failed_at', nowMs: deps.clock.nowMs() })
    deps.metrics.notices.add({ channel, outcome: isLast ? 'given_up' : 'failed' })
    deps.logger.warn(
      { event: 'notice_not_sent', appId, channel, attempts, isLast, reason },
      'a notice could not be sent',
    )
  }
}

type Send = (deps: DeliveryDeps, notice: DueNotice, about: About) => Promise<void>
type About = Parameters<typeof composeNoticeText>[0]

const senders = {
  email: (deps, { address: to }, about) =>
    deps.channels.email.send(composeNoticeMail({ ...about, to })),
  sms: (deps, { address: to }, about) =>
    deps.channels.sms.send({ to, text: composeNoticeText(about) }),
} satisfies Partial<Record<DueNotice['channel'], Send>>

async function send(deps: DeliveryDeps, notice: DueNotice): Promise<void> {
  const { kind, data }: { kind: AuditKind; data: AuditData } = notice
  if (notice.channel === 'webhook') return sendAlarm(deps, notice)
  const app = await deps.apps.find(notice.app_id)
  // Addresses of test accounts belong to no one, and a retired app sends nothing.
  if (app === undefined || app.testCodeOf(notice.address) !== undefined) return
  if (!isNoticed(kind)) return
  await senders[notice.channel](deps, notice, { app: app.settings, kind, data })
}
