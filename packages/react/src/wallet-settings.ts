import { type AppConfig, type EmbeddedChain, embeddedChainTypes } from '@sallyport/contract'
import type { externalWallet } from '@sallyport/core'
import type { SallyportConfig } from './config.js'

/** How the modal offers external wallets. */
export interface WalletSettings {
  /** Entries of `appearance.walletList`; undefined for the default list. */
  walletList?: readonly externalWallet.WalletListEntry[]
  /** Chains whose wallets are offered. */
  chains: readonly EmbeddedChain[]
  /** Whether wallets stand before the other methods. */
  first: boolean
}

const switches = {
  ethereum: 'wallet_auth',
  solana: 'solana_wallet_auth',
} as const satisfies Record<EmbeddedChain, keyof AppConfig>

const only = {
  'ethereum-only': 'ethereum',
  'solana-only': 'solana',
  'ethereum-and-solana': null,
} as const satisfies Record<string, EmbeddedChain | null>

/** What app and provider say about external wallets: the provider's `config` wins (react-api §2, §3). */
export function walletSettings(app: AppConfig | null, config: SallyportConfig): WalletSettings {
  const { walletList, walletChainType, showWalletLoginFirst } = config.appearance ?? {}
  return {
    ...(walletList === undefined ? {} : { walletList }),
    chains: walletChainType ? chainsOf(only[walletChainType]) : enabledChains(app),
    first: config.loginMethodsAndOrder
      ? config.loginMethodsAndOrder.primary[0] === 'wallet'
      : (showWalletLoginFirst ?? app?.show_wallet_login_first === true),
  }
}

/** Chains that the app's switches turn on; all when it has none on: wallets can be connected without a login. */
function enabledChains(app: AppConfig | null): readonly EmbeddedChain[] {
  const enabled = embeddedChainTypes.filter((chain) => app?.[switches[chain]] === true)
  return enabled.length > 0 ? enabled : embeddedChainTypes
}

function chainsOf(chosen: EmbeddedChain | null): readonly EmbeddedChain[] {
  return embeddedChainTypes.filter((chain) => chosen === null || chain === chosen)
}
