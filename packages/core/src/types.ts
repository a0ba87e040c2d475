import type {
  AppConfig,
  ChainType,
  EmbeddedChain,
  LinkedAccount,
  User as WireUser,
} from '@sallyport/contract'
import type { BitcoinNetwork } from '@sallyport/contract/requests'
import type { CaptchaUi } from './captcha/check.js'
import type { FrameHost } from './frame/browser-host.js'
import type { MfaVerification } from './mfa/verification.js'

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
  showWalletUIs?: boolean
  /** The older name of `showWalletUIs`, with the opposite meaning; `showWalletUIs` wins where both are given. */
  noPromptOnSignature?: boolean
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
  mfaMethods: string[]
  hasAcceptedTerms: boolean
  isGuest: boolean
  delegatedWallets: WalletAccount[]
  customMetadata?: Record<string, string | number | boolean>
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
export type Account = {
  type: LinkedAccount['type']
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

/** A signature or transaction the user is asked to approve. Rejecting = `RpcError` 4001. */
export type ConfirmRequest =
  | {
      kind: 'sign-message'
      chainType: EmbeddedChain
      address: string
      /** UTF-8 text, or 0x hex when it is not text. */
      message: string
      /** The embedded wallet that signs for the smart wallet at `address`. */
      owner?: string
    }
  | {
      /** 32 bytes signed as they are: they may stand for anything, a transaction included. */
      kind: 'sign-digest'
      address: string
      /** 0x hex. */
      digest: string
    }
  | {
      kind: 'sign-typed-data'
      address: string
      /** The chain the wallet is on. */
      chainId?: number
      /** See `sign-message`. */
      owner?: string
      typedData: {
        domain: Record<string, unknown>
        types: Record<string, { name: string; type: string }[]>
        primaryType: string
        message: Record<string, unknown>
      }
    }
  | {
      kind: 'sign-transaction' | 'send-transaction'
      address: string
      chain: Chain
      transaction: Record<string, unknown>
    }
  | {
      /** Calls of a smart wallet, sent as one operation (ERC-4337). */
      kind: 'send-operation'
      address: string
      /** See `sign-message`. */
      owner: string
      chain: Chain
      calls: readonly OperationCall[]
      /** Asks bundler and paymaster what it costs. */
      quote(): Promise<OperationQuote>
    }
  | {
      kind: 'sign-solana-transaction' | 'send-solana-transaction'
      address: string
      cluster: SolanaCluster
      /** Wire bytes, base64. */
      transaction: string
    }
  | {
      kind: 'sign-bitcoin-transaction' | 'send-bitcoin-transaction'
      address: string
      chainType: 'bitcoin-segwit' | 'bitcoin-taproot'
      network: BitcoinNetwork
      /** Hex. */
      psbt: string
    }

/** A call that a smart wallet makes. */
export interface OperationCall {
  to: `0x${string}`
  data?: `0x${string}` | undefined
  /** In wei. */
  value?: bigint | undefined
}

/** What an operation costs. */
interface OperationQuote {
  /** The most that it can cost, also where the app pays. */
  maxCostWei: bigint
  /** Whether the app's paymaster pays. */
  isSponsored: boolean
  /** Of the smart wallet. */
  balanceWei: bigint
  /** The calls would fail. */
  likelyFails: boolean
}

/** Texts and switches an app may give one request (react-api §4). */
export interface RequestUiOptions {
  showWalletUIs?: boolean
  /** The older name of `showWalletUIs`, with the opposite meaning; `showWalletUIs` wins where both are given. */
  noPromptOnSignature?: boolean
  title?: string
  description?: string
  buttonText?: string
  iconUrl?: string
  transactionInfo?: {
    title?: string
    action?: string
    contractInfo?: {
      url?: string
      name?: string
      imgUrl?: string
      imgAltText?: string
      imgSize?: 'sm' | 'lg'
    }
  }
  successHeader?: string
  successDescription?: string
}

/**
 * How the modal takes part in a request. `run` performs it (connect, recover if needed, sign, broadcast) and reports
 * progress; the modal calls it after the user approved, and may call it again after a retryable failure: what was signed
 * is broadcast again, never signed twice. For transactions `run` resolves at `submitted`; the steps `confirmed`, `failed`,
 * `replaced` and `timed-out` (after 180 s) come later through `report`.
 */
export interface ConfirmRequests {
  /** Resolves with what `run` gave once the user approved; rejects with `RpcError` 4001 when refused or closed. */
  request<T>(job: {
    request: ConfirmRequest
    ui: RequestUiOptions
    run(report: (step: RequestStep) => void, choice?: ApprovalChoice): Promise<T>
  }): Promise<T>
}

/** What the user chose while approving an Ethereum transaction; other requests ignore it. */
export interface ApprovalChoice {
  /** Call data in place of the request's, such as an approval with a lower limit. */
  data?: `0x${string}`
  /** Send it although a simulation failed; the user was told that it will probably fail. */
  sendsAnyway?: boolean
  /** The highest network fee that was shown, in wei: one more than twice as high is not signed. */
  shownMaxFeeWei?: bigint
  /** Sign it although fee, gas or nonce are far from usual; the user was told, or the wallet frame tells them. */
  acceptsUnusual?: boolean
}
export type RequestStep =
  | { step: 'connecting' | 'recovering' | 'signing' }
  | { step: 'submitted'; hash: string }
  | { step: 'confirmed'; hash: string }
  | { step: 'failed'; hash: string; reason: string }
  /** Another transaction of the wallet took the nonce of this one, which can no longer happen. */
  | { step: 'replaced'; hash: string; replacement: TransactionReplacement }
  | { step: 'timed-out'; hash: string }

/** What a block holds in place of a sent transaction. */
export interface TransactionReplacement {
  hash: string
  /** `repriced`: the same call with another fee. `cancelled`: a transfer of nothing to the wallet itself. */
  reason: 'repriced' | 'cancelled' | 'replaced'
  /** How the replacing transaction itself ended. */
  outcome: 'confirmed' | 'failed'
}

export type { AppConfig, ChainType, WireUser }
