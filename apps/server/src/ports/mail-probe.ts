import type { Deps } from '../deps.js'

/** Tells whether the mail server can be used. */
type MailProbe = () => Promise<boolean>

/** An answer is kept this long, so that `/readyz` cannot be used to open connections to the mail server. */
const freshMs = 30_000
/** The mail server counts as unusable when it takes longer. */
const deadlineMs = 3_500

/**
 * Creates a probe of the mail server. It asks once in 30 seconds at most, answers within a few seconds, and logs when
 * the mail server becomes unusable and when it is back.
 */
export function createMailProbe(deps: Pick<Deps, 'channels' | 'clock' | 'logger'>): MailProbe {
  const { clock, logger } = deps
  const mailer = deps.channels.email
  let last: { atMs: number; isUsable: Promise<boolean> } | undefined
  let wasUsable = true

  const report = (isUsable: boolean, error?: unknown) => {
    if (isUsable !== wasUsable && isUsable)
      logger.info({ event: 'mail_server_up' }, 'The mail server can be used again')
    if (isUsable !== wasUsable && !isUsable) {
      const reason = error instanceof Error ? error.message : 'unknown reason'
      logger.error(
        { event: 'mail_server_down', reason },
        'The mail server of SALLYPORT_SMTP_URL cannot be used: login by email does not work',
      )
    }
    wasUsable = isUsable
    return isUsable
  }
  return () => {
    const nowMs = clock.nowMs()
    if (last === undefined || nowMs - last.atMs >= freshMs) {
      const asked = Promise.race([mailer.check?.() ?? Promise.resolve(), deadline()])
      last = {
        atMs: nowMs,
        isUsable: asked.then(
          () => report(true),
          (error: unknown) => report(false, error),
        ),
      }
    }
    return last.isUsable
  }
}

function deadline(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = () => reject(new Error(`it did not answer within ${deadlineMs} ms`))
    setTimeout(late, deadlineMs).unref()
  })
}
