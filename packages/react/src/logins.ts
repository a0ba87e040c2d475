import { errorCode, type Login, type SallyportClient, session } from '@sallyport/core'
import type { Events } from './events.js'
import { type LoginRules, owedSilently, owesTerms } from './flow/after-login.js'
import {
  advanceLogin,
  hasScreens,
  type LoginEffect,
  type LoginEvents,
  type LoginState,
} from './flow/login-machine.js'
import type { LandingData, LoggedIn, ProvenMethod } from './flow/screens.js'
import type { MissingWallets } from './missing-wallets.js'
import type { LoginGoal, ModalQueue } from './modal/modal-queue.js'
import type { PendingCodeStore } from './pending-code.js'
import { recentMethod } from './recent-method.js'

/** The logins of one provider: with the modal, by the app's own fields, of a stored session, and after one has expired. */
export interface Logins {
  /** Opens the login; ends in the `login` callbacks. Asks a logged-in user only for terms that are not accepted yet. */
  login(data: LandingData): void
  /** Goes on with a stored session: asks for terms that are not accepted yet, then calls back as for a logged-in user. */
  resume(): void
  /** Runs a login method for a screen. A login that is accepted after its screen was closed is completed without it. */
  prove(method: ProvenMethod, work: () => Promise<Login>): Promise<LoggedIn>
  /** Runs a login method without the modal: asks for what is still owed, then calls back. */
  proveAndFinish(method: ProvenMethod, work: () => Promise<Login>): Promise<LoggedIn>
  /**
   * Opens the login above what is on screen, for a user whose session has expired. Resolves with whether a user is logged in
   * afterwards, which may be another one; with false when the login was closed.
   *
   * @param expired  name of the session that was refused (`tokens.session()`): ended here where it is still the current one.
   */
  loginAgain(expired: string | null): Promise<boolean>
  /** Deals with what an interrupted login left: asks for the terms, else creates missing wallets in the background. */
  catchUp(): void
}

/** What logins need. */
interface LoginDeps {
  client: SallyportClient
  modal: ModalQueue
  events: Events
  wallets: MissingWallets
  pendingCode: PendingCodeStore
  rules(): LoginRules
}

const plainLogin: LandingData = { prefill: null, methods: null, disableSignup: false }

/** Logins with nothing open. */
export function createLogins(deps: LoginDeps): Logins {
  const { client, modal, rules } = deps
  const { happen, inBackground, follow, isOpen } = createRunner(deps)
  const accept = async (method: ProvenMethod, work: () => Promise<Login>) => {
    const { user, isNewUser, loginAccount: account } = await work()
    recentMethod(client).set(method === 'siwe' || method === 'siws' ? 'wallet' : method)
    // Loaded after the login: the next one shows it.
    void import('./remember-address.js')
      .then((it) => it.rememberLogin(client, { method, isNewUser, account }))
      .catch(() => undefined)
    deps.pendingCode.forget()
    return { user, isNewUser, method, account }
  }
  const logins: Logins = {
    login(data) {
      if (client.state.user) logins.resume()
      // Asked for twice it is one login, which the app hears of once.
      else if (!isOpen()) void follow({ goal: 'login', ...data }, modal.login)
    },
    resume() {
      const { user } = client.state
      if (!user) return
      const login: LoggedIn = { user, isNewUser: false, method: null, account: null }
      if (!owesTerms(user, rules())) complete(deps, login, true)
      // A login that is open asks for them itself.
      else if (!isOpen()) void follow({ goal: 'finish-login', login }, modal.login)
    },
    async prove(method, work) {
      const login = await accept(method, work)
      void inBackground(happen('accepted', { login, by: 'screen' }))
      return login
    },
    async proveAndFinish(method, work) {
      const login = await accept(method, work)
      return (await happen('accepted', { login, by: 'hook' })) ?? login
    },
    async loginAgain(expired) {
      const { tokens } = client.session
      // A server that does not know a session leaves it standing here; another tab may have a newer one.
      if (client.state.user && tokens.session() === expired) void session.logout(client)
      if (client.state.user) logins.resume()
      // A login that is open already tells the app itself.
      else if (isOpen())
        await modal.interrupt({ goal: 'login', ...plainLogin }).catch(() => undefined)
      else await follow({ goal: 'login', ...plainLogin }, modal.interrupt)
      return client.state.user !== null
    },
    catchUp() {
      const { user } = client.state
      if (user && owesTerms(user, rules())) logins.resume()
      else deps.wallets.createInBackground()
    },
  }
  return logins
}

/** Moves the state of the login with what happens, and performs what follows. */
function createRunner(deps: LoginDeps) {
  const { client, modal, rules } = deps
  let state: LoginState = { at: 'idle' }
  const happen = <E extends keyof LoginEvents>(event: E, given: LoginEvents[E]) => {
    const [next, effect] = advanceLogin(state, event, given)
    state = next
    return effect && perform(effect)
  }
  const perform = (effect: LoginEffect): Promise<LoggedIn> | undefined => {
    if (effect.effect === 'finish') return finish(effect.login)
    if (effect.effect === 'fail') tellFailure(deps, effect.error)
    else complete(deps, effect.login, effect.login.method === null)
  }
  /** For effects that no caller waits for. */
  const inBackground = (finishing: Promise<LoggedIn> | undefined) =>
    finishing?.catch((error) => tellFailure(deps, error))

  /** Tells the app how the screens of a goal ended. */
  const follow = async (goal: LoginGoal, open: ModalQueue['login']) => {
    happen('opened', {})
    await open(goal).then(
      (login) => happen('ended', { login }),
      (error) => inBackground(happen('closed', { error, user: client.state.user?.id ?? null })),
    )
  }
  /** Asks for the terms, else creates the wallets; gives the login, or the one that followed when it had expired. */
  const finish = async (login: LoggedIn): Promise<LoggedIn> => {
    try {
      // Screens that are open for another login have nothing to do any more.
      await modal.endLogin(login)
      const settled = owesTerms(login.user, rules()) ? await askForTerms(login) : login
      if (settled === login) await createOwedWallets(deps, login)
      const finished = { ...settled, user: client.state.user ?? settled.user }
      happen('settled', { login: finished })
      return finished
    } catch (error) {
      happen('failed', {})
      throw error
    }
  }
  const askForTerms = (login: LoggedIn) => {
    happen('asked', {})
    return modal.login({ goal: 'finish-login', login })
  }
  return { happen, inBackground, follow, isOpen: () => hasScreens(state) }
}

/** The account works without wallets: what fails here is tried again in the background. */
async function createOwedWallets({ rules, wallets }: LoginDeps, { user }: LoggedIn): Promise<void> {
  const chainTypes = owedSilently(user, rules())
  if (chainTypes.length > 0) await wallets.create(chainTypes).catch(() => undefined)
}

function complete(deps: LoginDeps, login: LoggedIn, wasAlreadyAuthenticated: boolean): void {
  const { client, events, wallets } = deps
  const { isNewUser, method: loginMethod, account: loginAccount } = login
  // The wallets created on the way are in the latest user.
  const user = client.state.user ?? login.user
  const completion = { user, isNewUser, wasAlreadyAuthenticated, loginMethod, loginAccount }
  events.emit('login', (each) => each.onComplete?.(completion))
  wallets.createInBackground()
}

function tellFailure({ events }: LoginDeps, error: unknown): void {
  events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
}
