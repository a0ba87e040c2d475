import type { AppConfig } from '@sallyport/contract'
import type { Chain, ConfirmRequest, RequestStep, User, WalletAccount } from '@sallyport/core'
import type { Job, LoggedIn } from '../src/flow/screens.js'
import type { ChainReading, Services } from '../src/modal/services.js'
import { solProgram, solTransfer } from './solana-transfer.js'
import { standingClock } from './standing-clock.js'

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
/** A login that has just happened. */
export const login: LoggedIn = { user, isNewUser: true, method: 'email', account: null }
/** Work that does not end. */
export const never = new Promise<never>(() => {})
/** Work that fails with a code. */
export const refuse = (code: string | number, data?: object) => () =>
  Promise.reject(Object.assign(new Error(), { code, data }))
const address = '0x12fB6f1C8bE0f0cB6a3e0b7A1D0fCe3d5C6f9aB4'
/** Somebody else’s address. */
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const anvil: Chain = {
  id: 31337,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://example.com' } },
}

/** Services that answer well and at once, but for what the scene says; their clock stands still. */
export function servicesFor(scene: { services?: Partial<Services> }): Services {
  const { nowMs, after } = standingClock()
  return {
    nowMs,
    after,
    sendCode: async () => {},
    loginWithCode: async () => login,
    loginAsGuest: async () => login,
    lastMethod: () => null,
    acceptTerms: async () => user,
    logout: async () => {},
    loginAgain: () => {},
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

/** One wallet of each chain. */
export const wallets: WalletAccount[] = [
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

/** A request that plays `steps` when approved, or never ends. */
export function job(
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
    noteFailure: () => {},
    deliver: () => {},
  }
}
/** A transaction’s hash. */
export const hash = '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063f1f0a3c0f2b1d1b6e5a4c3d2'
type Ethereum = Extract<ConfirmRequest, { chain: unknown }>
/** A quarter of an ether to a friend. */
export const transfer: Ethereum = {
  kind: 'send-transaction',
  address,
  chain: anvil,
  transaction: { to: friend, value: '0x3782dace9d90000' },
}
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
/** The same, to be signed and not sent. */
export const signsOnly: Ethereum = { ...transfer, kind: 'sign-transaction' }
/** A call of an ERC-20 with a friend and an amount. */
export const tokenCall = (selector: string, units: string): Ethereum => ({
  ...transfer,
  transaction: {
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    data: selector + word(friend) + word(units),
  },
})
type Solana = Extract<ConfirmRequest, { cluster: unknown }>
/** 1.25 SOL to somebody. */
export const solanaSend: Solana = {
  kind: 'send-solana-transaction',
  address: sol,
  cluster: { name: 'devnet' },
  transaction: solTransfer,
}
/** A program is run. */
export const solanaPrograms: ConfirmRequest = { ...solanaSend, transaction: solProgram }
/** A message to sign. */
export const sign = (message: string): ConfirmRequest => ({
  kind: 'sign-message',
  chainType: 'ethereum',
  address,
  message,
})
/** Bytes that may stand for anything. */
export const digest: ConfirmRequest = { kind: 'sign-digest', address, digest: hash }
/** Unlimited spending, as typed data. */
export const permit: ConfirmRequest = {
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
/** The example of EIP-712. */
export const mail: Extract<ConfirmRequest, { kind: 'sign-typed-data' }> = {
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
