import { createEnvironment, type Environment, isInCookies } from './environment.js'
import { errorCode } from './errors.js'
import { createLateFrame, type LateFrame } from './frame/late-frame.js'
import { createSession, type SessionStore } from './session/session.js'
import { checkSession, loadConfig, settle } from './start.js'
import type { AppConfig, ClientOptions, ClientState } from './types.js'
import { fromWire } from './user/from-wire.js'

/** One app's connection to Sallyport in this browser: what every function of this package takes first. */
export interface SallyportClient {
  /** The latest state; a new object after every change. */
  readonly state: ClientState
  /** Runs `listener` after every change of `state`; gives the function that stops it. */
  subscribe(listener: () => void): () => void
  /** Asks for the app's config ahead of `start`, which then takes that answer. Does nothing on a server. */
  preload(): void
  /**
   * Loads the app's config and checks the stored session. Settles within 5 s, whatever the network does; never
   * rejects. Where the server was out of reach it is tried again, until the state is `ready`.
   */
  start(): Promise<void>
  /** Removes the wallet frame and leaves the other tabs; the session stays stored, and `start` works again. */
  destroy(): void
  /** Writes one line that starts with `[Sallyport]` to the console: what this reason means and how to fix it. Once per reason. */
  warnDeveloper(reason: string): void
  /** What the app gave. */
  readonly options: ClientOptions
  /** For this package's own functions: surroundings, stored session and wallet frame. */
  readonly environment: Environment
  readonly session: SessionStore
  readonly frame: LateFrame
  /** Things features keep once per client, by a key of their own. */
  readonly kept: Map<string, unknown>
}

/**
 * A client for `options.appId`. Touches neither window nor network until `start`, so that it can be made on a server.
 *
 * A client whose app id, server URL or page cannot work is `degraded` after its start, with `invalid_app_id`, `invalid_api_url` or
 * `insecure_page` as the reason; its calls reject with the same code.
 *
 * @throws ConfigError for a secret among the options.
 */
export function createClient(options: ClientOptions): SallyportClient {
  const environment = createEnvironment(options)
  const listeners = new Set<() => void>()
  let state: ClientState = { status: 'loading', reason: null, config: null, user: null }
  let starting: Promise<void> | null = null
  let early: Promise<AppConfig> | null = null

  const change = (part: Partial<ClientState>) => {
    state = { ...state, ...part }
    for (const listener of [...listeners]) listener()
  }
  const frame = createLateFrame(environment, options)
  const session = createSession(environment, (user) => {
    change({ user: user ? fromWire(user) : null })
    if (user && state.status !== 'loading') prefetch()
  })
  const prefetch = () => {
    if (typeof document === 'undefined') return
    frame.load().catch((error) => {
      // Signed in, but without wallets. The next call that needs the frame loads it anew.
      const reason = errorCode(error)
      if (reason === 'frame_unavailable' && state.user && state.status === 'ready') {
        change({ status: 'degraded', reason })
        warn(reason)
      }
    })
  }
  const client: SallyportClient = {
    get state() {
      return state
    },
    options,
    environment,
    session,
    frame,
    kept: new Map(),
    warnDeveloper: warn,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    preload() {
      if (typeof document === 'undefined') return
      early ??= loadConfig(environment)
      early.catch(() => undefined) // `start` tells of it.
    },
    start() {
      session.connect()
      starting ??= begin().finally(() => {
        starting = null
      })
      return starting
    },
    destroy() {
      session.close()
      frame.destroy()
      client.kept.delete('again') // See keep-starting.ts.
    },
  }
  return client

  /** Loaded by pages that need it only. Where it cannot be loaded either, the browser says so itself. */
  function warn(reason: string) {
    import('./warn-developer.js').then(
      (it) => it.warnDeveloper(client, reason),
      () => undefined,
    )
  }

  async function begin(): Promise<void> {
    const asked = early ?? loadConfig(environment)
    early = null
    // A stored session will need the frame: its code is loaded beside the check of the session.
    if (typeof document !== 'undefined' && session.tokens.refresh()) frame.prepare()
    let isChecked = false
    const checking = checkSession(session).finally(() => {
      isChecked = true
    })
    // The config that is waited for alone comes with the outcome, in one change.
    let last: AppConfig | null = null
    const loading = asked.then(async (config) => {
      if (isChecked) last = config
      else change({ config })
      if (isInCookies(environment)) {
        await import('./session/join-site.js').then((it) => it.joinSite(environment, session))
      }
    })
    await settle([loading, checking], environment.clock, (outcome) => {
      change(last ? { ...outcome, config: last } : outcome)
      if (outcome.reason) warn(outcome.reason)
      if (state.user) prefetch()
    })
  }
}
