import type { Api, RouteResponse } from '@sallyport/contract'
import type { walletSettings } from '@sallyport/contract/wallet-api'
import { SallyportError } from '../error.js'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Send } from '../http/heads.js'
import { appHeads, emailHeads, admissionHeads as heads } from './user-heads.js'
import { settingsHeads } from './wallet-heads.js'

type Admission = Api['admission']
type WalletSettings = RouteResponse<(typeof walletSettings)['find']>
type TestAccount = RouteResponse<Admission['addTestAccount']>

/** The app itself: settings, who may log in, test accounts. */
export interface AppsService {
  /** The app's configuration as its pages read it. */
  getSettings(options?: CallOptions): Promise<RouteResponse<Api['app']['config']>>
  getAllowlist(options?: CallOptions): Promise<RouteResponse<Admission['allowlist']>>
  inviteToAllowlist(
    input: Input<BodyOf<Admission['allow']>>,
  ): Promise<RouteResponse<Admission['allow']>>
  removeFromAllowlist(input: Input<BodyOf<Admission['disallow']>>): Promise<{ message: string }>
  getDenylist(options?: CallOptions): Promise<RouteResponse<Admission['denylist']>>
  addToDenylist(input: Input<BodyOf<Admission['deny']>>): Promise<RouteResponse<Admission['deny']>>
  removeFromDenylist(input: Input<BodyOf<Admission['undeny']>>): Promise<{ message: string }>
  getTestCredentials(options?: CallOptions): Promise<RouteResponse<Admission['testCredentials']>>
  createTestAccount(input?: Input<BodyOf<Admission['addTestAccount']>>): Promise<TestAccount>
  deleteTestAccount(test_account_id: string, options?: CallOptions): Promise<{ success: boolean }>
  /** Logs a test account in: the one with `email`, or the first. */
  getTestAccessToken(input?: { email?: string } & CallOptions): Promise<{ access_token: string }>
  /** What holds for every wallet of the app. */
  getWalletSettings(options?: CallOptions): Promise<WalletSettings>
  updateWalletSettings(
    input: Input<BodyOf<(typeof walletSettings)['update']>>,
  ): Promise<WalletSettings>
}

/** The service over `send`. */
export function createApps(send: Send, app_id: string): AppsService {
  const params = { app_id }
  const getTestCredentials = (options?: CallOptions) =>
    send(heads.testCredentials, { params }, options)
  return {
    getSettings: (options) => send(appHeads.config, { params }, options),
    getAllowlist: (options) => send(heads.allowlist, { params }, options),
    inviteToAllowlist: (input) => {
      const { body, options } = splitInput<BodyOf<Admission['allow']>>(input)
      return send(heads.allow, { params, body }, options)
    },
    removeFromAllowlist: (input) => {
      const { body, options } = splitInput<BodyOf<Admission['disallow']>>(input)
      return send(heads.disallow, { params, body }, options)
    },
    getDenylist: (options) => send(heads.denylist, { params }, options),
    addToDenylist: (input) => {
      const { body, options } = splitInput<BodyOf<Admission['deny']>>(input)
      return send(heads.deny, { params, body }, options)
    },
    removeFromDenylist: (input) => {
      const { body, options } = splitInput<BodyOf<Admission['undeny']>>(input)
      return send(heads.undeny, { params, body }, options)
    },
    getTestCredentials,
    createTestAccount: (input = {}) => {
      const { body, options } = splitInput<BodyOf<Admission['addTestAccount']>>(input)
      return send(heads.addTestAccount, { params, body }, options)
    },
    deleteTestAccount: (test_account_id, options) =>
      send(heads.removeTestAccount, { params: { app_id, test_account_id } }, options),
    getTestAccessToken: async ({ email, ...options } = {}) => {
      const { data } = await getTestCredentials(options)
      const account = data.find((each) => email === undefined || each.email === email)
      if (account === undefined) throw noTestAccount()
      const body = { email: account.email, code: account.otp_code }
      const { token } = await send(emailHeads.authenticate, { body }, options)
      if (!token) throw noTestAccount()
      return { access_token: token }
    },
    getWalletSettings: (options) => send(settingsHeads.find, { params }, options),
    updateWalletSettings: (input) => {
      const { body, options } = splitInput<BodyOf<(typeof walletSettings)['update']>>(input)
      return send(settingsHeads.update, { params, body }, options)
    },
  }
}

function noTestAccount(): SallyportError {
  const message = 'The app has no such test account: create one first'
  return new SallyportError('user_does_not_exist', { status: 404, message })
}
