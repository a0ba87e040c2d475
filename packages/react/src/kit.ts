import {
  type ClientOptions,
  createClient,
  errorCode,
  type Login,
  type SallyportClient,
  session,
  showsWalletUIs,
} from '@sallyport/core'
import { type Actions, createActions } from './actions.js'
import type { SallyportConfig } from './config.js'
import { createEvents, type Events } from './events.js'
import { type LoginRules, owedWallets, owesTerms } from './flow/after-login.js'
import { makeOwedWallets } from './flow/owed-wallets.js'
import type { LoggedIn, LoginMethod, OwedChain, Prefill } from './flow/screens.js'
import { connectWallet, isWalletConnected, loadWallets } from './load-wallets.js'
import { rulesOf } from './login-rules.js'
import { withHeadStart } from './modal/head-start.js'
import { createModalQueue, type LoginGoal, type ModalQueue } from './modal/modal-queue.js'
import { recentMethod } from './recent-method.js'

/** What the modal's login may be told (react-api §4). */
export interface LoginOptions {
  loginMethods?: LoginMethod[]
  prefill?: Prefill
  disableSignup?: boolean
}

/** Everything hooks share: client, modal, callbacks, and what follows a login. */
export interface Kit {
  readonly client: SallyportClient
  readonly modal: ModalQueue
  readonly events: Events
  readonly actions: Actions
  /** What follows a login by the rules of app and provider, as of now. */
  rules(): LoginRules
  setConfig(config: SallyportConfig): void
  /** Opens the login; ends in the `login` callbacks. Who is logged in is asked for nothing but terms still owed. */
  login(options?: LoginOptions): void
  /** Goes on with a stored session: asks for terms still owed, then calls back as for who was logged in already. */
  resume(): void
  /** Runs a login method for a screen. A login that is accepted after its screen was closed is completed without it. */
  prove(method: LoginMethod, work: () => Promise<Login>): Promise<LoggedIn>
  /** Runs a login method without the modal: asks for what is still owed, then calls back. */
  proveAndFinish(method: LoginMethod, work: () => Promise<Login>): Promise<LoggedIn>
  /**
   * Opens the login above what is on screen, for a user whose session has expired. Resolves with whether a user is logged in
   * afterwards, which may be another one; with false when the login was closed.
   *
   * @param expired  name of the session that was refused (`tokens.session()`): ended here where it is still the current one.
   */
  loginAgain(expired: string | null): Promise<boolean>
  logout(): Promise<void>
  /** What an interrupted login left owing: the terms are asked for, else missing wallets are made behind the scenes. */
  catchUp(): void
}

/** A kit for one provider. Touches neither window nor network until its client starts. */
export function createKit(options: ClientOptions, first: SallyportConfig): Kit {
  const modal = createModalQueue()
  const events = createEvents()
  let config = first
  let makingFor: string | null = null
  let loginsOpen = 0
  /** A login the server has accepted and whose end the app has not heard of. */
  let accepting: LoggedIn | null = null
  const confirm = withHeadStart(modal.confirm, {
    isConnected: (address) => isWalletConnected(client, address),
    connect: (address) => connectWallet(client, { address }),
    wait: (ms) => client.environment.clock.wait(ms),
  })
  const client: SallyportClient = createClient({ ...clientOptions(options, first), confirm })
  const kit: Kit = {
    client,
    modal,
    events,
    actions: createActions({ client, events, login: (options) => kit.login(options) }),
    rules: () => rulesOf(client.state.config, config),
    setConfig(next) {
      config = next
    },
    login(given = {}) {
      const { user } = client.state
      if (user) return kit.resume()
      const goal = {
        goal: 'login',
        prefill: given.prefill ?? null,
        methods: given.loginMethods ?? null,
        disableSignup: given.disableSignup ?? false,
      } as const
      // Asked for twice it is one login, which the app hears of once.
      if (loginsOpen === 0) void follow(goal, modal.login)
    },
    resume() {
      const { user } = client.state
      if (!user) return
      const login: LoggedIn = { user, isNewUser: false, method: null, account: null }
      if (!owesTerms(user, kit.rules())) return complete(login, true)
      // A login that is open asks for them itself.
      if (loginsOpen === 0) void follow({ goal: 'finish-login', login }, modal.login)
    },
    async prove(method, work) {
      const login = accepted(await work(), method)
      if (loginsOpen === 0) finishLate()
      return login
    },
    async proveAndFinish(method, work) {
      return finishLogin(accepted(await work(), method))
    },
    async loginAgain(expired) {
      const { tokens } = client.session
      // A server that knows nothing of a session leaves it standing here; another tab may have a newer one.
      if (client.state.user && tokens.session() === expired) void session.logout(client)
      if (client.state.user) {
        kit.resume()
        return true
      }
      const goal = { goal: 'login', prefill: null, methods: null, disableSignup: false } as const
      // A login that is open already tells the app itself.
      if (loginsOpen === 0) await follow(goal, modal.interrupt)
      else await modal.interrupt(goal).catch(() => undefined)
      return client.state.user !== null
    },
    async logout() {
      await session.logout(client)
      events.emit('logout', (each) => each.onSuccess?.())
    },
    catchUp() {
      const { user } = client.state
      if (user && owesTerms(user, kit.rules())) kit.resume()
      else makeUp()
    },
  }
  return kit

  /** What the login screens end with; counted while they are open. */
  async function ask(goal: LoginGoal, open: ModalQueue['login']): Promise<LoggedIn> {
    loginsOpen += 1
    try {
      return await open(goal)
    } finally {
      loginsOpen -= 1
    }
  }

  /** Tells the app how the login screens ended. Without a method nothing was proven: the user was logged in already. */
  function follow(goal: LoginGoal, open: ModalQueue['login']): Promise<void> {
    return ask(goal, open).then(
      (login) => complete(login, login.method === null),
      (error) => (wasAccepted() ? finishLate() : failed(error)),
    )
  }

  /** One run at a time. */
  function makeUp() {
    const { user } = client.state
    if (!user || makingFor === user.id) return
    makingFor = user.id
    void makeOwedWallets({
      owed: () => owedNow(user.id),
      create: createWallets,
      wait: (ms) => client.environment.clock.wait(ms),
    }).then(() => {
      if (makingFor === user.id) makingFor = null
    })
  }

  /** Nothing before the app's own rules are known and its terms accepted, and nothing for somebody else. */
  function owedNow(userId: string): OwedChain[] {
    const { user, config: app } = client.state
    if (user?.id !== userId || app === null) return []
    const rules = kit.rules()
    return owesTerms(user, rules) ? [] : owedWallets(user, rules)
  }

  async function createWallets(chainTypes: readonly OwedChain[]) {
    const { wallet } = await loadWallets()
    return wallet.createWallets(client, { chainTypes })
  }

  function accepted(login: Login, method: LoginMethod): LoggedIn {
    recentMethod(client).set(method)
    const { user, isNewUser, loginAccount: account } = login
    accepting = { user, isNewUser, method, account }
    return accepting
  }

  function wasAccepted(): boolean {
    return accepting !== null && accepting.user.id === client.state.user?.id
  }

  /** Closing the screen of a login that went through does not undo it: what it owes is asked for and made all the same. */
  function finishLate() {
    if (accepting === null || !wasAccepted()) return
    const late = accepting
    accepting = null
    finishLogin(late).catch(failed)
  }

  async function finishLogin(login: LoggedIn): Promise<LoggedIn> {
    const shown = await finishShown(login)
    const finished = { ...shown, user: client.state.user ?? shown.user }
    complete(finished, false)
    return finished
  }

  /** What became of the login: the same one, or whoever logged in when it had expired before the terms were answered. */
  async function finishShown(login: LoggedIn): Promise<LoggedIn> {
    const rules = kit.rules()
    if (owesTerms(login.user, rules)) return ask({ goal: 'finish-login', login }, modal.login)
    const chainTypes = owedWallets(login.user, rules)
    // Without wallets the account is usable; they are made up for behind the scenes.
    if (chainTypes.length > 0) {
      await createWallets(chainTypes).catch(() => undefined)
    }
    return login
  }

  function complete(login: LoggedIn, wasAlreadyAuthenticated: boolean) {
    const { isNewUser, method: loginMethod, account: loginAccount } = login
    accepting = null
    // The wallets made on the way are in the latest user.
    const user = client.state.user ?? login.user
    const completion = { user, isNewUser, wasAlreadyAuthenticated, loginMethod, loginAccount }
    events.emit('login', (each) => each.onComplete?.(completion))
    makeUp()
  }

  function failed(error: unknown) {
    events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
  }
}

function clientOptions(options: ClientOptions, config: SallyportConfig): ClientOptions {
  const { supportedChains, defaultChain, solanaClusters, embeddedWallets } = config
  const showWalletUIs = showsWalletUIs(embeddedWallets ?? {})
  return {
    ...options,
    ...(supportedChains === undefined ? {} : { supportedChains }),
    ...(defaultChain === undefined ? {} : { defaultChain }),
    ...(solanaClusters === undefined ? {} : { solanaClusters }),
    ...(showWalletUIs === undefined ? {} : { showWalletUIs }),
  }
}
