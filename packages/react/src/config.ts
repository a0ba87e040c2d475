import type { BitcoinConfig, Chain, externalWallet, SolanaCluster } from '@sallyport/core'
import type { ReactElement } from 'react'
import type { Messages } from './copy/catalogue.js'
import type { CreateOnLogin } from './flow/after-login.js'
import type { MoonpayLook } from './flow/funding-data.js'
import type { LoginMethod } from './flow/screens.js'
import type { BitcoinChainType } from './hooks/bitcoin/use-bitcoin-wallets.js'
import type { LoginMethodsConfig } from './login-methods.js'
import type { OtherKitsConfig } from './other-kits-config.js'
import type { Theme } from './theme/tokens.js'

/** An asset that a transaction moves. */
export interface PricedAsset {
  /** CAIP-2: `eip155:1`; Solana's clusters by name: `solana:devnet`. */
  network: string
  /** Contract or mint; null for the network's native coin. */
  token: string | null
  symbol: string
}

/** A price in a currency that `Intl` knows by its code, for example `USD`. */
export interface Price {
  amount: number
  currency: string
}

/** The app's own login (react-api §2). */
export interface CustomAuth {
  /** Default true. */
  enabled?: boolean
  /** Whether the app does not know yet who is logged in. */
  isLoading: boolean
  /** The token of who is logged in at the app; undefined when no user is logged in. */
  getCustomAccessToken(): Promise<string | undefined>
}

/** The provider's `config`; every key is optional and wins over the app's settings on the server (react-api §2). */
export interface SallyportConfig extends LoginMethodsConfig, OtherKitsConfig {
  appearance?: {
    /** `light`, `dark`, `system`, or a background colour as `#rrggbb`. Default: the app's, else light. */
    theme?: Theme
    /** `#rrggbb`. Text on it is computed. */
    accentColor?: `#${string}`
    /** URL or element, at most 36 px high. */
    logo?: string | ReactElement
    /** Heading of the first screen. */
    landingHeader?: string
    /** A sentence below it, cut to 100 characters. */
    loginMessage?: string
    /** Wallets to offer, in order. Default: installed ones, MetaMask, Coinbase Wallet, Rainbow, WalletConnect. */
    walletList?: readonly externalWallet.WalletListEntry[]
    /** Chains whose wallets are offered. Default: those that the app lets log in. */
    walletChainType?: 'ethereum-only' | 'solana-only' | 'ethereum-and-solana'
    /** Wallets before the other methods. Default: the app's setting. */
    showWalletLoginFirst?: boolean
    /** Email and phone as rows that open their field, instead of a field at once. Default false. */
    hideDirectWeb2Inputs?: boolean
  }
  /**
   * Exactly these methods in this order: `primary` on the first screen, `overflow` behind "More options". Not together with
   * `loginMethods`.
   */
  loginMethodsAndOrder?: {
    /** On the first screen, in this order. Wallets by name stand where the first of them is. */
    primary: (LoginMethod | externalWallet.WalletListEntry)[]
    /** Behind "More options". */
    overflow?: (LoginMethod | externalWallet.WalletListEntry)[]
  }
  /** Exactly these methods, whatever the app's settings say; the server still refuses what is off. */
  loginMethods?: LoginMethod[]
  /** Follows the app's own login and logout, in place of a login of ours. Memoize it: every change of it is followed. */
  customAuth?: CustomAuth
  /** WalletConnect's id of the app, 32 hex digits from cloud.reown.com. Default: the app's setting. */
  walletConnectCloudProjectId?: string
  externalWallets?: {
    solana?: {
      /** Of other kits; does nothing: Solana wallets are found by the Wallet Standard. */
      connectors?: unknown
    }
    /** Offers wallets of Coinbase beside its extension. The app installs @coinbase/wallet-sdk. */
    coinbaseWallet?: {
      /** Which of Coinbase's wallets. Default: all. */
      connectionOptions?: externalWallet.CoinbaseConnectionOptions
    }
    /** Default: enabled where a project id is known. The app installs @walletconnect/sign-client. */
    walletConnect?: {
      /** Whether wallets can be paired by WalletConnect. Default true. */
      enabled?: boolean
      /** A relay of your own. Default: WalletConnect's. */
      relayUrl?: string
    }
  }
  /** Where logins at OAuth providers come back to: a page of the app. Default: the page that starts them. */
  customOAuthRedirectUrl?: string
  /** MoonPay's window: how `fundWallet` opens it where the call says nothing else. */
  fundingMethodConfig?: {
    /** Of MoonPay. */
    moonpay?: MoonpayLook & {
      /** Its sandbox, where nothing is paid. Default false. */
      useSandbox?: boolean
    }
  }
  mfa?: {
    /** Shows no screen where a second factor is needed: the app asks by `useMfa`. Default false. */
    noPromptOnMfaRequired?: boolean
  }
  passkeys?: {
    /** Removing passkeys as a second factor unlinks them as well. Default false. */
    shouldUnlinkOnUnenrollMfa?: boolean
    /** A passkey that is a second factor can be unlinked, and stops being one. Default false. */
    shouldUnenrollMfaOnUnlink?: boolean
  }
  legal?: {
    /** Linked on the first screen. Default: the app's setting. */
    termsAndConditionsUrl?: string
    /** Linked on the first screen. Default: the app's setting. */
    privacyPolicyUrl?: string
  }
  /** Ethereum chains that wallets use, as viem writes them; the first is the default. Default: 26 well-known chains. */
  supportedChains?: readonly Chain[]
  /** The chain that Ethereum wallets start on; one of `supportedChains`. */
  defaultChain?: Chain
  /** Solana clusters with their RPC URLs; the first is used unless a request names another. Default: mainnet-beta. */
  solanaClusters?: readonly SolanaCluster[]
  /** The network of Bitcoin wallets and Esplora's API for it. Default: the main network by a public server. */
  bitcoin?: BitcoinConfig
  embeddedWallets?: {
    /** For both chains, unless the chain says otherwise. */
    createOnLogin?: CreateOnLogin
    ethereum?: {
      /** For Ethereum. */
      createOnLogin?: CreateOnLogin
    }
    solana?: {
      /** For Solana. */
      createOnLogin?: CreateOnLogin
    }
    bitcoin?: {
      /** For Bitcoin: created after the login, without a screen. Default: off. */
      createOnLogin?: CreateOnLogin
      /** Which wallets. Default: `bitcoin-segwit` alone. */
      chainTypes?: readonly BitcoinChainType[]
    }
    /** Users choose a passcode, or another recovery that the app offers, before a wallet is created. Default: the app's setting. */
    requireUserPasswordOnCreate?: boolean
    /** Ask on screen before each signature. Default true. */
    showWalletUIs?: boolean
    /** The build of the wallet page that the app accepts, as `npm run verify-frame` prints it. Default: any. */
    walletBuild?: string
    /** The older name of `showWalletUIs`, with the opposite meaning. */
    noPromptOnSignature?: boolean
    /** Of other kits; does nothing: amounts are in the asset, with an approximate value beside it (`priceOf`). */
    priceDisplay?: unknown
    /** Of other kits; does nothing: call data is always read. */
    extendedCalldataDecoding?: boolean
    /** Of other kits; does nothing: there are no wallets of an older kind. */
    disableAutomaticMigration?: boolean
  }
  /**
   * Price of one whole unit of an asset, shown beside amounts; null when it is not known. Without it amounts are shown in the
   * asset alone. Asked once per request; a rejection counts as null.
   */
  priceOf?: (asset: PricedAsset) => Price | null | Promise<Price | null>
  /** Lets the user add funds when a transaction costs more than the wallet holds; costs are worked out again when it resolves. */
  onAddFunds?: (wallet: { address: string; asset: PricedAsset }) => void | Promise<void>
  /** BCP 47 tag. Default: the browser's language. */
  locale?: string
  /** The app's own words in place of ours. */
  messages?: Messages
}
