import {
  type ClientOptions,
  type ConfirmRequests,
  createClient,
  refuseSecrets,
  type SallyportClient,
  session,
} from '@sallyport/core'
import { type Actions, createActions } from './actions.js'
import type { SallyportConfig } from './config.js'
import { createEvents, type Events } from './events.js'
import type { LoginRules } from './flow/after-login.js'
import type { ChosenWallet, LoginMethod, Prefill } from './flow/screens.js'
import { loadWallets } from './load-wallets.js'
import { rulesOf } from './login-rules.js'
import { createLogins, type Logins } from './logins.js'
import { createMissingWallets } from './missing-wallets.js'
import { createModalQueue, type ModalQueue } from './modal/modal-queue.js'
import { createPendingCodeStore, type PendingCodeStore } from './pending-code.js'

/** What the modal's login may be told (react-api §4). */
export interface LoginOptions {
  loginMethods?: LoginMethod[]
  prefill?: Prefill
  disableSignup?: boolean
  /** A wallet that was chosen before the page was opened in its app. */
  wallet?: ChosenWallet
}

/** Everything hooks share: client, modal, callbacks, and what follows a login. */
export interface Kit extends Omit<Logins, 'login'> {
  readonly client: SallyportClient
  readonly modal: ModalQueue
  readonly events: Events
  readonly actions: Actions
  readonly pendingCode: PendingCodeStore
  /** What follows a login by the rules of app and provider, as of now. */
  rules(): LoginRules
  setConfig(config: SallyportConfig): void
  /** The provider's `config`, as of now. */
  config(): SallyportConfig
  /** As `Logins.login`. */
  login(options?: LoginOptions): void
  /** Opens the login with what its first screen is given. */
  openLogin: Logins['login']
  /**
   * Ends the session and closes the screens that are open.
   *
   * @param keepsScreens  true for a screen that ends by itself; an event handler's event is not.
   */
  logout(keepsScreens?: unknown): Promise<void>
}

/**
 * A kit for one provider. Touches neither window nor network until its client starts.
 *
 * @throws ConfigError for settings that hold a secret.
 */
export function createKit(options: ClientOptions, first: SallyportConfig): Kit {
  refuseSecrets(first)
  const modal = createModalQueue()
  const events = createEvents()
  let config = first
  // Requests come from the code of wallets, which therefore is there.
  const confirm: ConfirmRequests = {
    request: async (job) => (await loadWallets()).confirming(client, modal).request(job),
  }
  const client: SallyportClient = createClient({
    ...clientOptions(options, first),
    confirm,
    look: () => ({
      theme: config.appearance?.theme,
      accentColor: config.appearance?.accentColor,
    }),
    // Loaded by apps with captcha, and by the first demand for a second factor.
    ui: () => import('./client-ui.js').then((it) => it.createClientUi(kit)),
  })
  const rules = () => kit.rules()
  const wallets = createMissingWallets({ client, rules })
  const pendingCode = createPendingCodeStore(() => client.environment.clock.nowMs())
  const logins = createLogins({ client, modal, events, wallets, pendingCode, rules })
  const kit: Kit = {
    ...logins,
    openLogin: logins.login,
    client,
    modal,
    events,
    pendingCode,
    actions: createActions({
      ...{ client, events, modal, rules },
      login: (options) => kit.login(options),
    }),
    rules: () => rulesOf(client.state.config, config),
    setConfig(next) {
      config = next
    },
    config: () => config,
    login: ({ prefill = null, loginMethods: methods = null, disableSignup = false, wallet } = {}) =>
      logins.login({ prefill, methods, disableSignup, wallet }),
    async logout(keepsScreens) {
      // At once: a login that the app opens meanwhile stays.
      if (keepsScreens !== true) modal.closeAll()
      await session.logout(client)
      events.emit('logout', (each) => each.onSuccess?.())
    },
  }
  return kit
}

/** Chains, clusters and what the client knows of embedded wallets have the same names in both; it ignores the rest. */
function clientOptions(options: ClientOptions, config: SallyportConfig): ClientOptions {
  // `bitcoin` of both is another thing: the client reads the network's alone.
  return { ...config.embeddedWallets, ...config, ...options } as ClientOptions
}
