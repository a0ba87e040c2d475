import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { dialogUi } from './captcha-dialog.js'
import { type CaptchaService, captchaServiceOf } from './service.js'
import type { CaptchaLook } from './widgets.js'

/**
 * Where a check stands. `running`: nothing is asked of the user. `asking`, `renewed`: the widget asks, and asks anew because
 * the first question has expired. The last four are failures, after which the user can try again.
 */
export type CaptchaPhase =
  | 'running'
  | 'asking'
  | 'renewed'
  | 'solved'
  | 'failed'
  | 'unreachable'
  | 'unsupported'
  | 'late'

/** One check that the user is human, as a user interface shows it. */
export interface CaptchaCheck {
  readonly phase: CaptchaPhase
  /** Runs `listener` after every change of `phase`; gives the function that stops it. */
  subscribe(listener: () => void): () => void
  /** Holds the widget. Must stay where it is in the document: a frame that is moved loads anew. */
  readonly place: HTMLElement
  /** Starts again after a failure. */
  retry(): void
  /** Gives up: the call that needs the check is rejected. Does nothing after the check has ended. */
  cancel(): void
}

/** What shows checks to the user. */
export interface CaptchaUi {
  /** How the widget should look. */
  look(): CaptchaLook
  /** Adds an element for the widget to the document, not visible but laid out: browsers stop frames that are not. */
  addPlace(): HTMLElement
  /** Whether something covers the page, so that a widget in it cannot be pressed. */
  covers?(): boolean
  /** Called once a check needs the user: its widget asks something, or it failed. */
  show(check: CaptchaCheck): void
}

/** How long a check may run without asking the user anything (wire reference §19). */
export const silentMs = 20_000

/**
 * Runs the app's captcha and gives its token, which is good for one call. Shows nothing unless the user is needed.
 *
 * @throws ClientError `captcha_timeout`, `captcha_failure`, `captcha_disabled`.
 */
export async function solveCaptcha(client: SallyportClient): Promise<string> {
  const service = captchaServiceOf(client)
  const ui = await loadUi(client)
  return new Promise((resolve, reject) => startCheck({ client, service, ui, resolve, reject }))
}

type Failure = Exclude<CaptchaPhase, 'running' | 'asking' | 'renewed' | 'solved'>

interface CheckDeps {
  client: SallyportClient
  service: CaptchaService
  ui: CaptchaUi
  resolve(token: string): void
  reject(error: Error): void
}

/** Starts a check that ends with a token, or with what it was given up for. */
function startCheck({ client, service, ui, resolve, reject }: CheckDeps): void {
  const place = ui.addPlace()
  const listeners = new Set<() => void>()
  let phase: CaptchaPhase = 'running'
  let attempt = 0
  let isEnded = false
  let isShown = false
  let removeWidget = () => {}
  const enter = (next: CaptchaPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const end = () => {
    isEnded = true
    removeWidget()
    place.remove()
  }
  const showIn = (next: CaptchaPhase) => {
    enter(next)
    if (isShown) return
    isShown = true
    ui.show(check)
  }
  const fail = (why: Failure) => {
    removeWidget()
    removeWidget = () => {}
    if (place.isConnected) return showIn(why)
    // The user has closed what showed the check.
    enter(why)
    check.cancel()
  }
  const run = async () => {
    attempt += 1
    const mine = attempt
    /** Runs `then` unless the check has ended or was started again. */
    const current =
      <A extends unknown[]>(then: (...given: A) => void) =>
      (...given: A) => {
        if (!isEnded && attempt === mine) then(...given)
      }
    const late = current(() => phase === 'running' && fail('late'))
    void client.environment.clock.wait(silentMs).then(late)
    const start = current(() => {
      removeWidget = service.run(place, {
        look: ui.look(),
        onToken: current((token: string) => {
          end()
          enter('solved')
          resolve(token)
        }),
        onFailed: current(fail),
        onAsks: current(() => phase !== 'renewed' && showIn('asking')),
        onRenewed: current(() => showIn('renewed')),
      })
    })
    const blocked = current(() => fail('unreachable'))
    await service.load().then(start).catch(blocked)
  }
  const check: CaptchaCheck = {
    get phase() {
      return phase
    },
    place,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry() {
      if (isEnded) return
      enter('running')
      void run()
    },
    cancel() {
      if (isEnded) return
      end()
      reject(new ClientError(phase === 'late' ? 'captcha_timeout' : 'captcha_failure'))
    },
  }
  void run()
}

/** What shows checks: the client's own, else a plain dialog. @throws ClientError `captcha_failure` when it can't be loaded. */
export async function loadUi({ options }: SallyportClient): Promise<CaptchaUi> {
  try {
    return (await options.ui?.())?.captcha ?? dialogUi
  } catch (cause) {
    throw new ClientError('captcha_failure', { cause })
  }
}
