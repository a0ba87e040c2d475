import { type Mailer, RecipientRefused } from '@sallyport/process/mail'
import type { Logger } from 'pino'
import type { FactorDeps } from '../factors/factor-deps.js'
import { composeMail } from './notice-texts.js'
import { claimNotices, type DueNotice, mostAttempts, openNotice, removeNotice } from './outbox.js'

/** What sending needs. */
interface DeliveryDeps extends Pick<FactorDeps, 'db' | 'cipher' | 'clock'> {
  mailer: Mailer
  logger: Logger
}

/** Notices that are sent side by side. */
const batch = 10
/** Failures in a row before the log says that users are not told. */
const alarmAfter = 5

/**
 * Creates what sends the notices that are due. A vault claims a notice before it sends it, so that two do not send it both; one
 * that ends between sending and forgetting it leaves a notice that is sent again. After five failures in a row an error line
 * says that users are not told, once until a notice is sent.
 */
export function createNoticeDelivery(deps: DeliveryDeps): () => Promise<void> {
  let failures = 0

  async function deliver(notice: DueNotice): Promise<void> {
    try {
      await deps.mailer.send(composeMail(await openNotice(notice, deps)))
      if (failures >= alarmAfter) {
        deps.logger.info({ event: 'vault_notices_up' }, 'Notices are sent again')
      }
      failures = 0
    } catch (error) {
      // An address that refuses mail says nothing about the others.
      if (!(error instanceof RecipientRefused)) failures += 1
      if (!giveUp(notice, error)) return
    }
    await removeNotice(deps.db, notice.id)
  }

  /** Logs a failure; whether the notice is not tried again. */
  function giveUp({ attempts }: DueNotice, error: unknown): boolean {
    const reason = error instanceof Error ? error.name : 'unknown'
    const isLast = error instanceof RecipientRefused || attempts >= mostAttempts
    const facts = { attempts, isLast, failures, reason }
    deps.logger.warn({ event: 'vault_notice_not_sent', ...facts }, 'a notice could not be sent')
    if (failures === alarmAfter && !(error instanceof RecipientRefused)) {
      deps.logger.error(
        { event: 'vault_notices_down', failures },
        'The vault cannot tell users of recoveries: check SALLYPORT_VAULT_SMTP_URL',
      )
    }
    return isLast
  }

  return async () => {
    for (;;) {
      const due = await claimNotices(deps.db, { nowMs: deps.clock.nowMs(), limit: batch })
      await Promise.all(due.map(deliver))
      if (due.length < batch) return
    }
  }
}

const everyMs = 1_000

/** Sends notices every second, each round after the one before. @returns a function that stops it and waits for the round that runs. */
export function startNotices(deliver: () => Promise<void>, logger: Logger): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  const attempt = () =>
    deliver().catch((error: unknown) => {
      const reason = error instanceof Error ? error.name : 'unknown'
      logger.warn({ reason }, 'notices will be tried again')
    })
  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      round = attempt().then(schedule)
    }, everyMs)
    timer.unref()
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}
