import type { AppConfig, ChainType, LinkedAccount, User as WireUser } from '@sallyport/contract'
import type { BitcoinNetwork } from '@sallyport/contract/requests'
import type { CaptchaUi } from './captcha/check.js'
import type { ConfirmRequests } from './confirm-types.js'
import type { FrameHost } from './frame/browser-host.js'
import type { MfaVerification } from './mfa/verification.js'
import type { RecoveryRequest } from './wallet/recovery-request.js'

/** The part of the Web Locks API that is used. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Where a session stands: `loading` until config and stored session were checked. */
export type ClientStatus = 'loading' | 'ready' | 'degraded' | 'offline'

/** What `createClient` needs. Clock, storage and network can be replaced (tests, native shells). */
export interface ClientOptions {
  /** Exactly 25 characters. */
  appId: string
  clientId?: string
  /** Origin of the Sallyport server, without a trailing slash. */
  apiUrl: string
  /**
   * The build of the wallet page that the app accepts, as `npm run verify-frame` prints it. Default: whatever the server
   * serves. Against a server that lies it does not protect; it keeps a new build out that you have not looked at.
   */
  walletBuild?: string
  /** Chains the app offers; the first is the default. Each needs an RPC URL by the choice order of the specification §7. */
  supportedChains?: readonly Chain[]
  defaultChain?: Chain
  /** Solana clusters and their RPC URLs; the first is the default. */
  solanaClusters?: readonly SolanaCluster[]
  /** The Bitcoin network, and Esplora's API for it. Default: the main network by a public server. */
  bitcoin?: BitcoinConfig
  /** RPC URLs the developer supplies by chain id; second in the choice order of the specification §7. */
  rpcUrls?: Readonly<Record<number, string>>
  /** Where logins at OAuth providers come back to: a page of the app. Default: the page that starts them. */
  customOAuthRedirectUrl?: string
  storage?: Storage
  fetch?: typeof fetch
  /** `wait` resolves after that many milliseconds; default: a timer. */
  clock?: { nowMs(): number; wait?(ms: number): Promise<void> }
  /** Mutual exclusion between tabs; default: the browser's Web Locks. */
  locks?: Locks
  /** Writes one line for the app's developer when the client cannot start; default: `console.error`. */
  warn?: (line: string) => void
  /** Where the wallet frame lives; default: a hidden iframe of this page. */
  frameHost?: FrameHost
  /** Whether embedded wallets ask before they act; a request's own option wins, `enforce_wallet_uis` wins over both. */
  readonly showWalletUIs?: boolean | undefined
  /** The older name of `showWalletUIs`, with the opposite meaning; `showWalletUIs` wins where both are given. */
  readonly noPromptOnSignature?: boolean | undefined
  /** What the wallet frame's own questions look like, as of now; default: as the app's settings say. */
  look?: () => { theme?: string | undefined; accentColor?: string | undefined }
  /** Asks the user before an embedded wallet signs; absent = no wallet UI (headless). */
  confirm?: ConfirmRequests
  /** Loads what asks the user; absent = a plain dialog in English for captchas, and nothing for factors (`mfa.current`). */
  ui?: () => Promise<ClientUi>
}

/** What asks the user in the client's name. */
export interface ClientUi {
  /** Shows checks that the user is human. */
  captcha?: CaptchaUi
  /** Takes that an operation waits for a second factor; the operation is given up when it throws. */
  askForFactor?(verification: MfaVerification): void
  /** Takes that an operation waits until the user has restored a wallet; the operation is given up when it throws. */
  askForRecovery?(request: RecoveryRequest): void
}

/** viem-compatible chain; an override set by `addRpcUrlOverrideToChain` beats every other URL (wire reference §31). */
export interface Chain {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { [key: string]: { http: readonly string[]; webSocket?: readonly string[] | undefined } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}
export interface SolanaCluster {
  name: 'mainnet-beta' | 'testnet' | 'devnet' | 'localnet'
  rpcUrl?: string
  rpcSubscriptionsUrl?: string
}

/** Where Bitcoin wallets read and send. */
export interface BitcoinConfig {
  /** Default: `mainnet`. Wallets have the same keys on each; addresses are spelled differently. */
  network?: BitcoinNetwork
  /** Base URL of an Esplora server. Needed for `regtest`. */
  esploraUrl?: string
}

/** A user in the app's own words: camelCase, dates as `Date`. Made by `user/from-wire.ts`. */
export interface User {
  /** With its prefix, as token `sub` claims carry it. */
  id: string
  createdAt: Date
  linkedAccounts: Account[]
  email?: { address: string }
  phone?: { number: string }
  wallet?: WalletAccount
  farcaster?: FarcasterUser
  telegram?: TelegramUser
  smartWallet?: SmartWalletUser
  google?: ProviderUser & { email: string }
  twitter?: ProviderUser & { profilePictureUrl?: string | null }
  discord?: ProviderUser
  github?: ProviderUser
  linkedin?: ProviderUser & { vanityName?: string | null }
  spotify?: ProviderUser
  instagram?: ProviderUser
  tiktok?: ProviderUser
  apple?: ProviderUser
  twitch?: ProviderUser
  line?: ProviderUser & { profilePictureUrl?: string | null }
  mfaMethods: string[]
  hasAcceptedTerms: boolean
  isGuest: boolean
  delegatedWallets: WalletAccount[]
  customMetadata?: Record<string, string | number | boolean>
}
/** A user's account at an OAuth provider: what the provider has told of it (react-api §8). */
export interface ProviderUser {
  /** The provider's id of the user. */
  subject: string
  email?: string | null
  name?: string | null
  username?: string | null
}
/** The smart wallet of a user (react-api §8). */
export interface SmartWalletUser {
  address: string
  smartWalletType: string
}
/** The Farcaster account of a user (react-api §8). */
export interface FarcasterUser {
  fid: number
  ownerAddress: string
  username?: string
  displayName?: string
  bio?: string
  /** URL of the profile picture. */
  pfp?: string | undefined
  /** The home page that the profile names. */
  url?: string | undefined
  /** Public key of the signer that the user has approved for this app. */
  signerPublicKey?: string
}
/** The Telegram account of a user (react-api §8). */
export interface TelegramUser {
  telegramUserId: string
  firstName?: string | null
  lastName?: string | null
  username?: string | null
  photoUrl?: string | null
}
/** A linked account: the wire's fields in camelCase plus verification dates. */
export type Account = CrossAppAccount | AccountOf<Exclude<LinkedAccount['type'], 'cross_app'>>
/** A user's account at another app, with the wallets there (react reference §8). */
export type CrossAppAccount = AccountOf<'cross_app'> & {
  subject: string
  /** The name as of the last login there. */
  providerApp: { id: string; name?: string | undefined }
  embeddedWallets: { address: string }[]
  smartWallets: { address: string }[]
}
type AccountOf<Type> = {
  type: Type
  verifiedAt: Date
  firstVerifiedAt: Date | null
  latestVerifiedAt: Date | null
} & Record<string, unknown>
export interface WalletAccount {
  type: 'wallet'
  address: string
  chainType: ChainType
  walletClientType?: string
  connectorType?: string
  recoveryMethod?: string
  imported: boolean
  delegated: boolean
  walletIndex: number | null
  id?: string | null
}

/** A login message with what a wallet gave for it. */
export interface WalletProof {
  message: string
  /** Hex of an Ethereum wallet, base64 of a Solana one. */
  signature: string
  /** What the wallet is, at most 64 characters: `metamask`. */
  walletClientType?: string | null
  /** How the page reaches it, at most 64 characters: `injected`. */
  connectorType?: string | null
}

/** The observable state of a client; a new object after every change. */
export interface ClientState {
  status: ClientStatus
  /** Why `status` is degraded or offline. */
  reason: string | null
  config: AppConfig | null
  user: User | null
}

export * from './confirm-types.js'
export type { AppConfig, ChainType, WireUser }
