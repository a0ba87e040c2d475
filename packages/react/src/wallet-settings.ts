import { type AppConfig, type LoginChain, loginChainTypes } from '@sallyport/contract'
import type { externalWallet } from '@sallyport/core'
import type { SallyportConfig } from './config.js'
import { findEntry } from './login-methods.js'

/** How the modal offers external wallets. */
export interface WalletSettings {
  /** Entries of `appearance.walletList`; undefined for the default list. */
  walletList?: readonly externalWallet.WalletListEntry[]
  /** Wallets that the app names for its first screen itself; undefined where it names none. */
  firstScreen?: readonly externalWallet.WalletListEntry[]
  /** Chains whose wallets are offered. */
  chains: readonly LoginChain[]
  /** Whether wallets stand before the other methods. */
  first: boolean
}

const switches = {
  ethereum: 'wallet_auth',
  solana: 'solana_wallet_auth',
} as const satisfies Record<LoginChain, keyof AppConfig>

const only = {
  'ethereum-only': 'ethereum',
  'solana-only': 'solana',
  'ethereum-and-solana': null,
} as const satisfies Record<string, LoginChain | null>

/** What app and provider say about external wallets: the provider's `config` wins (react-api §2, §3). */
export function walletSettings(app: AppConfig | null, config: SallyportConfig): WalletSettings {
  const { walletChainType, showWalletLoginFirst } = config.appearance ?? {}
  const { primary = [], overflow = [] } = config.loginMethodsAndOrder ?? {}
  const firstScreen = primary.filter(isWalletEntry)
  const named = [...firstScreen, ...overflow.filter(isWalletEntry)]
  const walletList = named.length > 0 ? named : config.appearance?.walletList
  return {
    ...(walletList === undefined ? {} : { walletList }),
    ...(firstScreen.length > 0 && { firstScreen }),
    chains: walletChainType ? chainsOf(only[walletChainType]) : enabledChains(app),
    first: config.loginMethodsAndOrder
      ? primary[0] === 'wallet' || isWalletEntry(primary[0])
      : (showWalletLoginFirst ?? app?.show_wallet_login_first === true),
  }
}

/** Whether a name of `loginMethodsAndOrder` is a wallet's: it is not a method's. */
export function isWalletEntry(name: string | undefined): name is externalWallet.WalletListEntry {
  return name !== undefined && findEntry(name) === undefined
}

/** Chains that the app's switches turn on; all when it has none on: wallets can be connected without a login. */
function enabledChains(app: AppConfig | null): readonly LoginChain[] {
  const enabled = loginChainTypes.filter((chain) => app?.[switches[chain]] === true)
  return enabled.length > 0 ? enabled : loginChainTypes
}

function chainsOf(chosen: LoginChain | null): readonly LoginChain[] {
  return loginChainTypes.filter((chain) => chosen === null || chain === chosen)
}
