import type { SallyportClient } from '../client.js'
import { ClientError, type ClientErrorCode } from '../errors.js'
import { silentMs } from './check.js'
import { captchaServiceOf } from './service.js'
import type { CaptchaLook } from './widgets.js'

/** A widget that the app has put into its page (react reference, `Captcha`). */
interface MountedCaptcha {
  /** Whether a token waits for the next call. */
  hasToken(): boolean
  /** A token for one call, as soon as there is one. @throws ClientError `captcha_timeout`, `captcha_failure`. */
  takeToken(): Promise<string>
}

/** What the app is told of its widget. */
export interface MountedCaptchaOptions {
  place: HTMLElement
  look: CaptchaLook
  /** Starts with the first call that needs a token instead of at once. */
  delayedExecution: boolean
  onSuccess(token: string): void
  onError(code: ClientErrorCode): void
  onExpire(): void
  /** A call takes the token along. */
  onSubmit(): void
  onUnsupported(): void
}

const key = 'mounted-captcha'

/** How long a call waits for a user whom the widget asks. */
const askingMs = 120_000

/** A call that waits for a token. */
interface Waiting {
  resolve(token: string): void
  reject(error: Error): void
}

/** The widget in the app's page; undefined without one. */
export function mountedCaptchaOf(client: SallyportClient): MountedCaptcha | undefined {
  // Only `mountCaptcha` writes it.
  return client.kept.get(key) as MountedCaptcha | undefined
}

/**
 * Puts the app's captcha into an element of its page. Calls that need a token take this widget's from then on.
 *
 * @returns what removes it.
 */
export function mountCaptcha(client: SallyportClient, options: MountedCaptchaOptions): () => void {
  const { place, look, delayedExecution } = options
  let token: string | null = null
  let isGone = false
  let isAsking = false
  let removeWidget: (() => void) | null = null
  let waiting: Waiting[] = []
  const failAll = (code: ClientErrorCode) => {
    for (const each of waiting.splice(0)) each.reject(new ClientError(code))
  }
  const clear = () => {
    removeWidget?.()
    removeWidget = null
    isAsking = false
  }
  const restart = () => {
    clear()
    if (!delayedExecution || waiting.length > 0) start()
  }
  const take = (given: string) => {
    token = given
    options.onSuccess(given)
    const [first, ...rest] = waiting
    if (first === undefined || token === null) return
    waiting = rest
    token = null
    options.onSubmit()
    first.resolve(given)
    restart()
  }
  const fail = (code: ClientErrorCode) => {
    clear()
    failAll(code)
    options.onError(code)
  }
  const run = async () => {
    const service = captchaServiceOf(client)
    await service.load()
    if (isGone) return
    removeWidget = service.run(place, {
      look,
      onToken: take,
      onFailed(why) {
        if (why === 'unsupported') options.onUnsupported()
        fail('captcha_failure')
      },
      onAsks() {
        isAsking = true
      },
      onRenewed: () => undefined,
      onExpired() {
        token = null
        options.onExpire()
        restart()
      },
    })
  }
  const start = () => {
    removeWidget = () => undefined
    run().catch((error: unknown) =>
      fail(error instanceof ClientError ? error.code : 'captcha_failure'),
    )
  }
  const mounted: MountedCaptcha = {
    hasToken: () => token !== null,
    takeToken() {
      if (token !== null) {
        const given = token
        token = null
        options.onSubmit()
        restart()
        return Promise.resolve(given)
      }
      return new Promise<string>((resolve, reject) => {
        const call: Waiting = { resolve, reject }
        waiting.push(call)
        if (removeWidget === null) start()
        const giveUp = () => {
          if (!waiting.includes(call)) return
          waiting = waiting.filter((each) => each !== call)
          reject(new ClientError('captcha_timeout'))
        }
        const { clock } = client.environment
        void clock.wait(silentMs).then(() => isAsking || giveUp())
        // The user may never see that it asks.
        void clock.wait(askingMs).then(giveUp)
      })
    },
  }
  client.kept.set(key, mounted)
  if (!delayedExecution) start()
  return () => {
    isGone = true
    clear()
    failAll('captcha_failure')
    if (client.kept.get(key) === mounted) client.kept.delete(key)
  }
}
