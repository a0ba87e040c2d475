import {
  type AppConfig,
  automaticRecoveryMethod,
  type EmbeddedWalletAccount,
  embeddedChains,
  embeddedWalletClientType,
  type LinkedAccount,
  userIdPrefix,
} from '@sallyport/contract'
import {
  type Chain,
  type ConfirmRequest,
  type RequestStep,
  user as users,
  type WalletAccount,
  type WireUser,
} from '@sallyport/core'
import type { Job, LoggedIn } from '../flow/screens.js'
import { never } from './answers.js'
import { solFromTable, solProgram, solTransfer } from './solana-transfer.js'

/** Host of the page in scenes and tests. */
export const samplePageHost = 'app.harbour.example'

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

const address = '0x12fb6F1C8Be0F0Cb6a3E0b7a1D0fCe3D5c6f9aB4'
/** Another user’s address. */
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
/** The chain of scenes. */
export const anvil: Chain = {
  id: 31337,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://example.com' } },
}

const dates = { verified_at: 1, first_verified_at: 1, latest_verified_at: null }
/** What wallets of every chain have. */
type WalletFields = Omit<EmbeddedWalletAccount, 'chain_type' | 'chain_id' | 'public_key'>
const walletAccount = (address: string): WalletFields => ({
  type: 'wallet',
  ...dates,
  id: null,
  address,
  wallet_client: embeddedWalletClientType,
  wallet_client_type: embeddedWalletClientType,
  connector_type: 'embedded',
  imported: false,
  delegated: false,
  wallet_index: 0,
  recovery_method: automaticRecoveryMethod,
})
/** The accounts of one embedded wallet of each chain. */
export const walletAccounts: EmbeddedWalletAccount[] = [
  { ...walletAccount(address), chain_type: 'ethereum', chain_id: embeddedChains.ethereum.caip2 },
  {
    ...walletAccount(sol),
    chain_type: 'solana',
    chain_id: embeddedChains.solana.caip2,
    public_key: sol,
  },
]
/** The account of a phone number that has been proven. */
export const phoneAccount: LinkedAccount = {
  type: 'phone',
  phoneNumber: '+12015550123',
  ...dates,
}
/** The account of a login at Google. */
export const googleAccount: LinkedAccount = {
  type: 'google_oauth',
  subject: '117',
  email: 'ada@example.com',
  name: 'Ada',
  ...dates,
}
/** The account of an address that has been proven. */
export const emailAccount = (email: string): LinkedAccount => ({
  type: 'email',
  address: email,
  ...dates,
})
/** The user of scenes and tests, with nothing linked. */
export const wireUser: WireUser = {
  id: `${userIdPrefix}1`,
  created_at: 1,
  linked_accounts: [],
  mfa_methods: [],
  has_accepted_terms: true,
  is_guest: false,
}
/** A login that has just happened. */
export const login: LoggedIn = {
  user: users.fromWire(wireUser),
  isNewUser: true,
  method: 'email',
  account: null,
}
/** One wallet of each chain. */
export const wallets: WalletAccount[] = walletAccounts.map((account) => {
  const [wallet] = users.walletsOf(users.fromWire({ ...wireUser, linked_accounts: [account] }))
  if (!wallet) throw new Error('A wallet account is a wallet')
  return wallet
})

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
/** Work of a request that fails with a code. */
export const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }))
/** A transaction’s hash. */
export const hash = '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063f1f0a3c0f2b1d1b6e5a4c3d2'
type Ethereum = Extract<ConfirmRequest, { chain: unknown; transaction: unknown }>
/** A quarter of an ether to a friend. */
export const transfer: Ethereum = {
  kind: 'send-transaction',
  address,
  chain: anvil,
  transaction: { to: friend, value: '0x3782dace9d90000' },
}
/** A token's contract. */
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
/** The same, to be signed and not sent. */
export const signsOnly: Ethereum = { ...transfer, kind: 'sign-transaction' }
/** A call of an ERC-20 with a friend and an amount. */
export const tokenCall = (selector: string, units: string): Ethereum => ({
  ...transfer,
  transaction: {
    to: usdc,
    data: selector + word(friend) + word(units),
  },
})
type Solana = Extract<ConfirmRequest, { cluster: unknown }>
/** 1.25 SOL to another user. */
export const solanaSend: Solana = {
  kind: 'send-solana-transaction',
  address: sol,
  cluster: { name: 'devnet' },
  transaction: solTransfer,
}
/** The same, with the recipient in a look-up table. */
export const solanaFromTable: ConfirmRequest = { ...solanaSend, transaction: solFromTable }
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
    domain: { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: usdc },
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
/** A login message (EIP-4361) for a site. */
export const loginTo = (site: string, account = address): ConfirmRequest =>
  sign(`${site} wants you to sign in with your Ethereum account:
${account}

Log in to book your berth.

URI: https://${site}/login
Version: 1
Chain ID: 1
Nonce: 32891757
Issued At: 2030-01-01T00:00:00Z
Expiration Time: 2030-01-01T01:00:00Z`)
const offered = [
  ...['itemType uint8', 'token address', 'identifierOrCriteria uint256'],
  ...['startAmount uint256', 'endAmount uint256'],
]
/** An order of a marketplace (Seaport): one item for 0.9 ETH, of which 0.1 ETH goes to another. */
export const order: ConfirmRequest = {
  kind: 'sign-typed-data',
  address,
  typedData: {
    domain: {
      name: 'Seaport',
      version: '1.5',
      chainId: 1,
      verifyingContract: '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
    },
    primaryType: 'OrderComponents',
    types: {
      OrderComponents: [
        'offerer address',
        'offer OfferItem[]',
        'consideration ConsiderationItem[]',
        'endTime uint256',
      ].map(field),
      OfferItem: offered.map(field),
      ConsiderationItem: [...offered, 'recipient address'].map(field),
    },
    message: {
      offerer: address,
      offer: [
        {
          itemType: 2,
          token: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
          identifierOrCriteria: '77',
          startAmount: '1',
          endAmount: '1',
        },
      ],
      consideration: [price('800000000000000000', address), price('100000000000000000', friend)],
      endTime: '1893456000',
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
function price(amount: string, recipient: string) {
  const token = '0x0000000000000000000000000000000000000000'
  const item = { itemType: 0, token, identifierOrCriteria: '0' }
  return { ...item, startAmount: amount, endAmount: amount, recipient }
}
function field(text: string) {
  const [name = '', type = ''] = text.split(' ')
  return { name, type }
}
