import { isFresh } from '@sallyport/process'
import type { Deps } from '../deps.js'

/** Tells whether a service that sends messages can be used. */
type ChannelProbe = () => Promise<boolean>

/** An answer is kept this long, so that `/readyz` cannot be used to open connections to the service. */
const freshMs = 30_000
/** The service counts as unusable when it takes longer. */
const deadlineMs = 3_500

/** What the log says about each service. */
const lines = {
  email: {
    event: 'mail_server',
    up: 'The mail server can be used again',
    down: 'The mail server of SALLYPORT_SMTP_URL cannot be used: login by email does not work',
  },
  sms: {
    event: 'sms_service',
    up: 'The SMS service can be used again',
    down: 'The service of SALLYPORT_SMS_URL cannot be used: login by SMS does not work',
  },
} as const satisfies Record<keyof Deps['channels'], { event: string; up: string; down: string }>

/**
 * Creates a probe of a service that sends messages. It asks once in 30 seconds at most, answers within a few seconds, and
 * logs when the service becomes unusable and when it is back.
 */
export function createChannelProbe(
  { channels, clock, logger }: Pick<Deps, 'channels' | 'clock' | 'logger'>,
  name: keyof Deps['channels'],
): ChannelProbe {
  const { event, up, down } = lines[name]
  let last: { atMs: number; isUsable: Promise<boolean> } | undefined
  let wasUsable = true

  const report = (isUsable: boolean, error?: unknown) => {
    if (isUsable !== wasUsable && isUsable) logger.info({ event: `${event}_up` }, up)
    if (isUsable !== wasUsable && !isUsable) {
      const reason = error instanceof Error ? error.message : 'unknown reason'
      logger.error({ event: `${event}_down`, reason }, down)
    }
    wasUsable = isUsable
    return isUsable
  }
  return () => {
    const nowMs = clock.nowMs()
    if (last === undefined || !isFresh(last.atMs, { nowMs, forMs: freshMs })) {
      const asked = Promise.race([channels[name].check?.() ?? Promise.resolve(), deadline()])
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
