import {
  type ClientOptions,
  createClient,
  email,
  errorCode,
  guest,
  type Login,
  type SallyportClient,
  session,
  wallet,
} from '@sallyport/core'
import type { SallyportConfig } from './config.js'
import { createEvents, type Events } from './events.js'
import { owedWallets, owesTerms } from './flow/after-login.js'
import { makeOwedWallets } from './flow/owed-wallets.js'
import type { LoggedIn, LoginMethod, OwedChain } from './flow/screens.js'
import { withHeadStart } from './modal/head-start.js'
import { createPort, type ModalPort } from './modal/port.js'
import { recentMethod } from './recent-method.js'
import { combine, type Settings } from './settings.js'

/** What the modal's login may be told (react-api §4). */
export interface LoginOptions {
  loginMethods?: LoginMethod[]
  prefill?: { type: 'email'; value: string }
  disableSignup?: boolean
}

/** Everything hooks share: client, modal, callbacks, and what follows a login. */
export interface Kit {
  readonly client: SallyportClient
  readonly modal: ModalPort
  readonly events: Events
  /** What app and provider say together, as of now. */
  settings(): Settings
  setConfig(config: SallyportConfig): void
  /** Opens the login; ends in the `login` callbacks. Who is logged in is asked for nothing but terms still owed. */
  login(options?: LoginOptions): void
  /** Goes on with a stored session: asks for terms still owed, then calls back as for who was logged in already. */
  resume(): void
  /** Finishes a login that the server accepted after its screen was closed. */
  finishIfClosed(): void
  sendCode(address: string): Promise<void>
  loginWithCode(attempt: { email: string; code: string; disableSignup: boolean }): Promise<LoggedIn>
  loginAsGuest(): Promise<LoggedIn>
  /** For logins without the modal: asks for what is still owed, then calls back. */
  finishLogin(login: LoggedIn): Promise<LoggedIn>
  logout(): Promise<void>
  /** What an interrupted login left owing: the terms are asked for, else missing wallets are made behind the scenes. */
  catchUp(): void
}

/** A kit for one provider. Touches neither window nor network until its client starts. */
export function createKit(
  options: Pick<ClientOptions, 'appId' | 'clientId' | 'apiUrl'>,
  first: SallyportConfig,
): Kit {
  const modal = createPort()
  const events = createEvents()
  let config = first
  let makingFor: string | null = null
  let isAskingTerms = false
  let loginsOpen = 0
  /** A login the server has accepted and whose end the app has not heard of. */
  let accepting: LoggedIn | null = null
  const confirm = withHeadStart(modal.confirm, {
    isConnected: (address) => wallet.isConnected(client, address),
    connect: (address) => wallet.connect(client, { address }),
    wait: (ms) => client.environment.clock.wait(ms),
  })
  const client: SallyportClient = createClient({ ...clientOptions(options, first), confirm })
  const kit: Kit = {
    client,
    modal,
    events,
    settings: () => combine(client.state.config, config),
    setConfig(next) {
      config = next
    },
    login(given = {}) {
      const { user } = client.state
      if (user) return kit.resume()
      const goal = {
        goal: 'login',
        prefill: given.prefill?.value ?? '',
        methods: given.loginMethods ?? null,
        disableSignup: given.disableSignup ?? false,
      } as const
      loginsOpen += 1
      modal
        .login(goal)
        .finally(() => {
          loginsOpen -= 1
        })
        .then(
          (login) => complete(login, false),
          (error) => (wasAccepted() ? finishLate() : failed(error)),
        )
    },
    resume() {
      const { user } = client.state
      if (!user) return
      const login: LoggedIn = { user, isNewUser: false, method: null, account: null }
      if (!owesTerms(user, kit.settings().rules)) return complete(login, true)
      // The login on screen asks for them itself.
      const shown = modal.current()?.goal.goal ?? 'confirm'
      if (isAskingTerms || shown !== 'confirm') return
      isAskingTerms = true
      modal
        .login({ goal: 'finish-login', login })
        .finally(() => {
          isAskingTerms = false
        })
        .then((finished) => complete(finished, true), failed)
    },
    finishIfClosed() {
      if (loginsOpen === 0) finishLate()
    },
    sendCode: (address) => email.sendCode(client, { email: address }),
    async loginWithCode(attempt) {
      return accepted(await email.login(client, attempt), 'email')
    },
    async loginAsGuest() {
      return accepted(await guest.login(client), 'guest')
    },
    finishLogin,
    async logout() {
      await session.logout(client)
      events.emit('logout', (each) => each.onSuccess?.())
    },
    catchUp() {
      const { user } = client.state
      if (user && owesTerms(user, kit.settings().rules)) kit.resume()
      else makeUp()
    },
  }
  return kit

  /** One run at a time. */
  function makeUp() {
    const { user } = client.state
    if (!user || makingFor === user.id) return
    makingFor = user.id
    void makeOwedWallets({
      owed: () => owedNow(user.id),
      create: (chainTypes) => wallet.createWallets(client, { chainTypes }),
      wait: (ms) => client.environment.clock.wait(ms),
    }).then(() => {
      if (makingFor === user.id) makingFor = null
    })
  }

  /** Nothing before the app's own rules are known and its terms accepted, and nothing for somebody else. */
  function owedNow(userId: string): OwedChain[] {
    const { user, config: app } = client.state
    if (user?.id !== userId || app === null) return []
    const { rules } = kit.settings()
    return owesTerms(user, rules) ? [] : owedWallets(user, rules)
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
    const { rules } = kit.settings()
    if (owesTerms(login.user, rules)) await modal.login({ goal: 'finish-login', login })
    else {
      const chainTypes = owedWallets(login.user, rules)
      // Without wallets the account is usable; they are made up for behind the scenes.
      if (chainTypes.length > 0) {
        await wallet.createWallets(client, { chainTypes }).catch(() => undefined)
      }
    }
    const finished = { ...login, user: client.state.user ?? login.user }
    complete(finished, false)
    return finished
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

function clientOptions(
  options: Pick<ClientOptions, 'appId' | 'clientId' | 'apiUrl'>,
  config: SallyportConfig,
): ClientOptions {
  const { supportedChains, defaultChain, solanaClusters, embeddedWallets } = config
  const showWalletUIs = embeddedWallets?.showWalletUIs
  return {
    ...options,
    ...(supportedChains === undefined ? {} : { supportedChains }),
    ...(defaultChain === undefined ? {} : { defaultChain }),
    ...(solanaClusters === undefined ? {} : { solanaClusters }),
    ...(showWalletUIs === undefined ? {} : { showWalletUIs }),
  }
}
