import { crossAppProvider, isCrossAppProvider } from '@sallyport/contract'
import {
  ClientError,
  ConfigError,
  type CrossAppTransaction,
  crossAppAccounts,
  oauthWindow,
  type User,
} from '@sallyport/core'
import type { ExitCode } from './flow/exit-codes.js'
import type { CrossAppVisit } from './flow/oauth-data.js'
import type { Linked } from './flow/screens.js'
import type { Kit } from './kit.js'
import { tellLinkFailure } from './linking-actions.js'
import { wayOf } from './modal/way-of.js'
import { unlinkingOf } from './unlinking.js'
import type { TypedDataRequest } from './wallet-requests.js'

/** The functions of `useCrossAppAccounts`. */
type CrossAppActions = ReturnType<typeof createActions>
type Opened = oauthWindow.OAuthWindow
type Calls = typeof import('./cross-app-calls.js')

const known = new WeakMap<Kit, CrossAppActions>()

/** The functions about other apps of one kit, the same ones for its life. */
export function crossAppActionsOf(kit: Kit): CrossAppActions {
  const actions = known.get(kit) ?? createActions(kit)
  known.set(kit, actions)
  return actions
}

function createActions(kit: Kit) {
  const { client } = kit
  return {
    /** Logs in with the account of another app, in a window of that app. */
    loginWithCrossAppAccount: async ({ appId }: { appId: string }) => logIn(kit, appId),
    /** Links the account of another app to the user who is logged in, in a window of that app. */
    linkCrossAppAccount: async ({ appId }: { appId: string }) => link(kit, appId),
    unlinkCrossAppAccount: unlinkingOf(kit).unlinkCrossAppAccount,
    /** Signs text with a wallet of another app; the user approves in a window of that app. Gives the signature. */
    signMessage: (message: string, { address }: { address: string }) =>
      ask(kit, address, (calls, opened) => calls.signMessage(client, { message, address, opened })),
    /** Signs typed data with a wallet of another app. Gives the signature. */
    signTypedData: (typedData: TypedDataRequest, { address }: { address: string }) =>
      ask(kit, address, (calls, opened) =>
        calls.signTypedData(client, { typedData, address, opened }),
      ),
    /** Signs and sends a transaction with a wallet of another app. Gives the hash. */
    sendTransaction: (transaction: CrossAppTransaction, { address }: { address: string }) =>
      ask(kit, address, (calls, opened) =>
        calls.sendTransaction(client, { transaction, address, opened }),
      ),
  }
}

function logIn(kit: Kit, appId: string): Promise<User> {
  const { client, events, modal } = kit
  if (client.state.user !== null) throw refusal('A user is logged in. Use linkCrossAppAccount')
  if (modal.runs().some(({ goal }) => goal.goal.endsWith('login'))) {
    throw refusal('A login is open already')
  }
  const visit = begin(kit, appId)
  return new Promise((resolve, reject) => {
    const stop = events.add('login', {
      onComplete({ user }) {
        stop()
        resolve(user)
      },
      onError(code) {
        stop()
        // One of these codes, by which the modal ends.
        void endedBy(code as ExitCode).then(reject)
      },
    })
    kit.openLogin({ prefill: null, methods: null, disableSignup: false, visit })
  })
}

function link(kit: Kit, appId: string): Promise<User> {
  const { client, modal } = kit
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const visit = begin(kit, appId)
  const goal = { goal: 'link', method: visit.provider, options: { visit } } as const
  return new Promise((resolve, reject) => {
    const fail = (code: ExitCode) => {
      tellLinkFailure(kit, goal, code)
      void endedBy(code).then(reject)
    }
    modal.open(goal, {
      place: 'next',
      // The value of this goal.
      onEnd: (ending) =>
        ending.at === 'done' ? resolve((ending.value as Linked).user) : fail(ending.code),
      fail: () => fail('offline'),
    })
  })
}

/** Opens the window while the press is handled: later the browser blocks it. */
function begin({ client }: Kit, appId: string): CrossAppVisit {
  const provider = crossAppProvider(appId)
  if (!isCrossAppProvider(provider)) {
    throw new ConfigError('appId must be the id of another app: 25 letters and digits')
  }
  const way = wayOf(client)
  return { provider, way, opened: way === 'window' ? oauthWindow.openWindow(client) : null }
}

/** Links the account again where its permission is over, then asks. */
async function ask(
  kit: Kit,
  address: string,
  run: (calls: Calls, opened: Opened | undefined) => Promise<string>,
): Promise<string> {
  const { client } = kit
  const appId = crossAppAccounts.findAccount(client, address)?.providerApp.id
  const hasToken = appId !== undefined && crossAppAccounts.accessToken(client, appId) !== null
  const opened = hasToken ? (oauthWindow.openWindow(client) ?? undefined) : undefined
  const loading = import('./cross-app-calls.js')
  loading.catch(() => opened?.close())
  const calls = await loading
  if (appId !== undefined && !hasToken) {
    const connection = await calls.findConnection(client, appId)
    if (connection?.isReadOnly === false) await link(kit, appId)
  }
  return run(calls, opened)
}

/** What a run of the modal that ended with `code` is rejected with. */
async function endedBy(code: ExitCode): Promise<Error> {
  const { loginError } = await import('./modal/login-error.js')
  return code === 'exited_link_flow' ? new ClientError(code) : loginError(code)
}

function refusal(message: string): ClientError {
  return new ClientError('not_supported', { message })
}
