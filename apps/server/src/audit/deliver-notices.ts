import type { AuditData, AuditKind } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'
import { claimNotices, type DueNotice, finishNotice } from '../db/notices.js'
import type { Deps } from '../deps.js'
import { storedLocale } from '../http/message-locale.js'
import { undoLinks } from '../identity/account-undo.js'
import { composeNoticeMail, composeNoticeText } from './compose-notice.js'
import { isNoticed } from './notice-texts/noticed-kinds.js'
import { sendAlarm } from './send-alarm.js'
import { sendWebhookMail } from './send-webhook-mail.js'

/** What `deliverNotices` needs. */
type DeliveryDeps = Pick<
  Deps,
  'db' | 'apps' | 'clock' | 'channels' | 'logger' | 'config' | 'metrics' | 'keyEncryption'
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
 * Sends the notices that are due, those to one address as one message, at most one a minute. A process claims a notice before it sends it, so that two
 * processes do not send it both; one that ended in the middle is tried again by another a minute later, and may then
 * arrive twice.
 */
export async function deliverNotices(deps: DeliveryDeps): Promise<void> {
  for (;;) {
    const due = await claimNotices(deps.db, { nowMs: deps.clock.nowMs(), limit: batch, waitAfter })
    await Promise.all(together(due).map((notices) => deliver(deps, notices)))
    if (due.length < batch) return
  }
}

/** Notices that are one message: those of one app to one address. Each alarm of an operator is one by itself, and each mail about an endpoint. */
type OneMessage = readonly [DueNotice, ...DueNotice[]]

function together(due: readonly DueNotice[]): OneMessage[] {
  const messages = new Map<string, OneMessage>()
  for (const notice of due) {
    const { app_id, channel, address, id } = notice
    const isAlone = channel === 'webhook' || notice.kind === 'webhook_disabled'
    const key = JSON.stringify([app_id, channel, isAlone ? id : address])
    const before = messages.get(key)
    messages.set(key, before ? [...before, notice] : [notice])
  }
  return [...messages.values()]
}

async function deliver(deps: DeliveryDeps, notices: OneMessage): Promise<void> {
  const [{ app_id: appId, channel }] = notices
  const attempts = Math.max(...notices.map((each) => each.attempts))
  const finish = async (column: 'sent_at' | 'failed_at') => {
    for (const { id } of notices)
      await finishNotice(deps.db, { id, column, nowMs: deps.clock.nowMs() })
  }
  try {
    await send(deps, notices)
    await finish('sent_at')
    deps.metrics.notices.add({ channel, outcome: 'sent' })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    const isLast = error instanceof RecipientRefused || attempts >= mostAttempts
    if (isLast) await finish('failed_at')
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

async function send(deps: DeliveryDeps, notices: OneMessage): Promise<void> {
  const [notice] = notices
  if (notice.channel === 'webhook') return sendAlarm(deps, notice)
  const app = await deps.apps.find(notice.app_id)
  if (notice.kind === 'webhook_disabled') return sendWebhookMail(deps, notice)
  // Addresses of test accounts belong to no one, and a retired app sends nothing.
  if (app === undefined || app.testCodeOf(notice.address) !== undefined) return
  const events = notices.flatMap(({ kind, data }: { kind: AuditKind; data: AuditData }) =>
    isNoticed(kind) ? [{ kind, data }] : [],
  )
  const [first, ...others] = events
  if (first === undefined) return
  const eventIds = notices.flatMap(({ kind, event_id }) => (canBeUndone(kind) ? [event_id] : []))
  const undoUrls =
    eventIds.length === 0 ? [] : await undoLinks(deps, { eventIds, address: notice.address })
  const locale = storedLocale(notice.locale)
  const about = { app: app.settings, events: [first, ...others], undoUrls, locale } as const
  await senders[notice.channel](deps, notice, about)
}

function canBeUndone(kind: AuditKind): boolean {
  return kind === 'account_unlinked' || kind === 'account_updated'
}
