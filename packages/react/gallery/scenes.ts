import type { AppConfig } from '@sallyport/contract'
import type { Chain, ConfirmRequest, RequestStep, User, WalletAccount } from '@sallyport/core'
import type { SallyportConfig } from '../src/config.js'
import type { DataOf, Job, LoggedIn, ScreenName } from '../src/flow/screens.js'
import type { ModalContext } from '../src/modal/modal-context.js'
import type { ChainReading, Services } from '../src/modal/services.js'
import { solTransfer } from './solana-transfer.js'

/** One screen in one state. `act` is what the picture-taker does before looking. */
export interface Scene {
  place: { [S in ScreenName]: { screen: S; data: DataOf<S> } }[ScreenName]
  connection?: ModalContext['connection']
  app?: Partial<AppConfig>
  config?: SallyportConfig
  services?: Partial<Services>
  act?: { type?: string; press?: string; open?: boolean; waitMs?: number }
}

/** Enough of an app's public configuration for pictures. */
export const appConfig = {
  name: 'Harbour',
  logo_url: null,
  theme: 'light',
  accent_color: null,
  email_auth: true,
  guest_auth: true,
  terms_and_conditions_url: 'https://example.com/terms',
  privacy_policy_url: 'https://example.com/privacy',
  require_users_accept_terms: true,
  enforce_wallet_uis: false,
  allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
  embedded_wallet_config: { create_on_login: 'all-users' },
} as unknown as AppConfig // the rest is not looked at here

const user: User = {
  id: 'u',
  createdAt: new Date(0),
  linkedAccounts: [],
  mfaMethods: [],
  hasAcceptedTerms: true,
  isGuest: false,
  delegatedWallets: [],
}
const login: LoggedIn = { user, isNewUser: true, method: 'email', account: null }
const never = new Promise<never>(() => {})
const refuse = (code: string | number, data?: object) => () =>
  Promise.reject(Object.assign(new Error(), { code, data }))
const address = '0x12fB6f1C8bE0f0cB6a3e0b7A1D0fCe3d5C6f9aB4'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const anvil: Chain = {
  id: 31337,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://example.com' } },
}

/** Services that answer well and at once, but for what the scene says. */
export function servicesFor(scene: Scene): Services {
  return {
    nowMs: () => Date.now(),
    after(delayMs, run) {
      // Success closes by itself; for a picture it waits.
      const timer = setTimeout(run, delayMs === 1400 || delayMs === 900 ? 3_600_000 : delayMs)
      return () => clearTimeout(timer)
    },
    sendCode: async () => {},
    loginWithCode: async () => login,
    loginAsGuest: async () => login,
    lastMethod: () => null,
    acceptTerms: async () => user,
    logout: async () => {},
    createWallets: async () => wallets,
    connect: async () => {},
    isConnected: () => true,
    prepare: async () => ({ fee: 42_000_000_000_000n, balance: 10n ** 18n, likelyFails: false }),
    readChain: async (read) => chainAnswers(read),
    reload: async () => {},
    copyText: async () => {},
    ...scene.services,
  }
}

function chainAnswers({ method, params }: ChainReading): unknown {
  const data = (params[0] as { data?: string } | undefined)?.data // eth_call's first parameter
  if (data === '0x95d89b41')
    return `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'55534443'.padEnd(64, '0')}`
  if (data === '0x313ce567') return '0x6'
  const answers: Record<string, unknown> = {
    getBalance: { value: 2_450_000_000 },
    getFeeForMessage: { value: 5000 },
    simulateTransaction: { value: { err: null } },
  }
  return answers[method]
}

const wallets: WalletAccount[] = [
  {
    type: 'wallet',
    address,
    chainType: 'ethereum',
    imported: false,
    delegated: false,
    walletIndex: 0,
  },
  {
    type: 'wallet',
    address: sol,
    chainType: 'solana',
    imported: false,
    delegated: false,
    walletIndex: 0,
  },
]

function job(
  request: ConfirmRequest,
  steps: RequestStep[] | 'wait' = 'wait',
  ui: Job['ui'] = {},
): Job {
  return {
    request,
    ui,
    run: async (report) => {
      if (steps === 'wait') return never
      for (const step of steps) report(step)
      return '0x'
    },
    deliver: () => {},
  }
}
const hash = '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063f1f0a3c0f2b1d1b6e5a4c3d2'
const transfer: ConfirmRequest = {
  kind: 'send-transaction',
  address,
  chain: anvil,
  transaction: { to: friend, value: '0x3782dace9d90000' },
}
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const tokenCall = (selector: string, units: string): ConfirmRequest => ({
  ...transfer,
  transaction: {
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    data: selector + word(friend) + word(units),
  },
})
const solanaSend: ConfirmRequest = {
  kind: 'send-solana-transaction',
  address: sol,
  cluster: { name: 'devnet' },
  transaction: solTransfer,
}
const sign = (message: string): ConfirmRequest => ({
  kind: 'sign-message',
  chainType: 'ethereum',
  address,
  message,
})
const permit: ConfirmRequest = {
  kind: 'sign-typed-data',
  address,
  typedData: {
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: friend },
    primaryType: 'Permit',
    types: {
      Permit: [
        'owner address',
        'spender address',
        'value uint256',
        'nonce uint256',
        'deadline uint256',
      ].map(field),
    },
    message: {
      owner: address,
      spender: friend,
      value: (2n ** 256n - 1n).toString(),
      nonce: '0',
      deadline: '1893456000',
    },
  },
}
const mail: ConfirmRequest = {
  kind: 'sign-typed-data',
  address,
  typedData: {
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    primaryType: 'Mail',
    types: {
      Person: ['name string', 'wallet address'].map(field),
      Mail: ['from Person', 'to Person[]', 'contents string'].map(field),
    },
    message: {
      from: { name: 'Cow', wallet: address },
      to: [{ name: 'Bob', wallet: friend }],
      contents: 'Hello, Bob',
    },
  },
}
function field(text: string) {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}

const landing = {
  screen: 'LANDING',
  data: { prefill: '', methods: null, disableSignup: false },
} as const
const code = {
  screen: 'AWAITING_PASSWORDLESS_CODE',
  data: { method: 'email', address: 'ada.lovelace@gmail.com', disableSignup: false },
} as const
const send = (request: ConfirmRequest, steps?: RequestStep[]) =>
  ({
    screen: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
    data: { job: job(request, steps) },
  }) as const
const asked = (request: ConfirmRequest, steps?: RequestStep[], ui?: Job['ui']) =>
  ({
    screen: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
    data: { job: job(request, steps, ui) },
  }) as const
const approve = { press: '.pair .primary', waitMs: 500 }
const problem = (code: 'invalid_origin' | 'internal_error') => ({ code, reference: 'req_4f9a21c7' })

/** Every screen in the states worth looking at. */
export const scenes: Record<string, Scene> = {
  landing: { place: landing },
  'landing-last': { place: landing, services: { lastMethod: () => 'email' } },
  'landing-guest-last': { place: landing, services: { lastMethod: () => 'guest' } },
  'landing-message': {
    place: landing,
    app: { guest_auth: false, terms_and_conditions_url: null, privacy_policy_url: null },
    config: { appearance: { loginMessage: 'Your tickets, seats and memories in one place.' } },
  },
  'landing-invalid': { place: landing, act: { type: 'ada@', press: '.button.primary' } },
  'landing-limited': {
    place: landing,
    services: { sendCode: refuse('too_many_requests', { retry_after_seconds: 42 }) },
    act: { type: 'ada@example.com', press: '.button.primary' },
  },
  'landing-busy': {
    place: landing,
    services: { sendCode: () => never },
    act: { type: 'ada@example.com', press: '.button.primary', waitMs: 4300 },
  },
  'landing-loading': { place: landing, connection: 'loading' },
  'landing-offline': { place: landing, connection: 'offline' },
  code: { place: code },
  'code-typing': { place: code, act: { type: '204' } },
  'code-busy': { place: code, services: { loginWithCode: () => never }, act: { type: '204816' } },
  'code-wrong': {
    place: code,
    services: { loginWithCode: refuse('invalid_credentials') },
    act: { type: '204816', waitMs: 600 },
  },
  'code-right': { place: code, act: { type: '204816', waitMs: 480 } },
  consent: { place: { screen: 'AFFIRMATIVE_CONSENT_SCREEN', data: { login } } },
  'consent-agreed': {
    place: { screen: 'AFFIRMATIVE_CONSENT_SCREEN', data: { login } },
    act: { press: '.check' },
  },
  creating: {
    place: {
      screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      data: { login, chains: ['ethereum', 'solana'] },
    },
    services: { createWallets: () => never },
  },
  'creating-failed': {
    place: {
      screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      data: { login, chains: ['ethereum'] },
    },
    services: { createWallets: refuse('wallet_unavailable') },
  },
  created: {
    place: { screen: 'EMBEDDED_WALLET_CREATED_SCREEN', data: { login, wallets } },
    act: { waitMs: 600 },
  },
  connecting: {
    place: { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', data: { job: job(transfer) } },
    services: { connect: () => never },
  },
  'connecting-failed': {
    place: { screen: 'EMBEDDED_WALLET_CONNECTING_SCREEN', data: { job: job(transfer) } },
    services: { connect: refuse('wallet_unavailable') },
  },
  sign: {
    place: asked(
      sign('Welcome to Harbour.\n\nSign to confirm your seat in row F, seat 12, on 14 March.'),
    ),
  },
  'sign-long': { place: asked(sign('One line of a long letter that goes on and on. '.repeat(40))) },
  'sign-hex': { place: asked(sign(`0x${'a1b2c3d4e5f60718'.repeat(8)}`)) },
  'sign-busy': { place: asked(sign('Hello')), act: approve },
  'sign-done': { place: asked(sign('Hello'), []), act: approve },
  'sign-permit': { place: asked(permit) },
  'sign-typed': { place: asked(mail) },
  send: { place: send(transfer) },
  'send-details': {
    place: send(tokenCall('0xa9059cbb', '0x17d7840')),
    act: { press: 'summary', waitMs: 500 },
  },
  'send-token': { place: send(tokenCall('0xa9059cbb', '0x17d7840')) },
  'send-approve': { place: send(tokenCall('0x095ea7b3', `0x${'f'.repeat(64)}`)) },
  'send-call': {
    place: send({
      ...transfer,
      transaction: { to: friend, data: '0xd0e30db0', value: '0x16345785d8a0000' },
    }),
  },
  'send-short': {
    place: send(transfer),
    services: {
      prepare: async () => ({ fee: 42_000_000_000_000n, balance: 10n ** 17n, likelyFails: false }),
    },
  },
  'send-fails': {
    place: send({ ...transfer, transaction: { to: friend, data: '0xd0e30db0', gas: '0x15f90' } }),
    services: {
      prepare: async () => ({ fee: 180_000_000_000_000n, balance: 10n ** 18n, likelyFails: true }),
    },
  },
  'send-preparing': { place: send(transfer), services: { prepare: () => never } },
  'send-unprepared': { place: send(transfer), services: { prepare: refuse('offline') } },
  'send-busy': { place: send(transfer), act: approve },
  'send-error': {
    place: {
      ...send(transfer),
      data: { job: { ...job(transfer), run: refuse('transaction_broadcast_failure') } },
    },
    act: approve,
  },
  'send-submitted': { place: send(transfer, [{ step: 'submitted', hash }]), act: approve },
  'send-confirmed': {
    place: send(transfer, [
      { step: 'submitted', hash },
      { step: 'confirmed', hash },
    ]),
    act: approve,
  },
  'send-failed': {
    place: send(transfer, [{ step: 'failed', hash, reason: 'reverted' }]),
    act: approve,
  },
  'send-slow': { place: send(transfer, [{ step: 'timed-out', hash }]), act: approve },
  'sol-send': {
    place: {
      screen: 'EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN',
      data: { job: job(solanaSend) },
    },
  },
  'login-failed': {
    place: { screen: 'LOGIN_FAILED_SCREEN', data: { problem: problem('internal_error') } },
  },
  error: {
    place: {
      screen: 'ERROR_SCREEN',
      data: { problem: problem('invalid_origin'), canRetry: false },
    },
  },
  'not-found': { place: { screen: 'ACCOUNT_NOT_FOUND_SCREEN', data: {} } },
  limit: { place: { screen: 'USER_LIMIT_REACHED_SCREEN', data: {} } },
  rejected: { place: { screen: 'ALLOWLIST_REJECTION_SCREEN', data: {} } },
  'rejected-link': {
    place: { screen: 'ALLOWLIST_REJECTION_SCREEN', data: {} },
    app: {
      allowlist_config: {
        error_title: 'Members only',
        error_detail: 'Harbour opens to everyone in spring.',
        cta_text: 'Join the waiting list',
        cta_link: 'https://example.com',
      },
    },
  },
}
