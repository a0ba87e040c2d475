import { type LoginChain, loginChainTypes } from '@sallyport/contract'

/** What is known of a wallet that apps may list by name (react-api §2). */
export interface KnownWallet {
  name: string
  /** Names it announces itself by: reverse domains of EIP-6963. */
  rdns: readonly string[]
  /** `wallet_client_type` of its accounts (react-api §8). */
  clientType: string
  chains: readonly LoginChain[]
  /** Where it can be installed; null for a way to connect that is not one application. */
  installUrl: string | null
  /** Opens a page in the browser of its mobile app; null when it has none. */
  browse: ((url: string, origin: string) => string) | null
}

const encode = encodeURIComponent
const bare = (url: string) => url.replace(/^https?:\/\//, '')

/** Wallets by the names of `appearance.walletList`, in the order they are offered. */
export const knownWallets = {
  metamask: {
    name: 'MetaMask',
    rdns: ['io.metamask', 'io.metamask.flask'],
    clientType: 'metamask',
    chains: loginChainTypes,
    installUrl: 'https://metamask.io/download',
    browse: (url) => `https://metamask.app.link/dapp/${bare(url)}`,
  },
  coinbase_wallet: {
    name: 'Coinbase Wallet',
    rdns: ['com.coinbase.wallet'],
    clientType: 'coinbase_wallet',
    chains: loginChainTypes,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
    browse: (url) => `https://go.cb-w.com/dapp?cb_url=${encode(url)}`,
  },
  rainbow: {
    name: 'Rainbow',
    rdns: ['me.rainbow'],
    clientType: 'rainbow',
    chains: ['ethereum'],
    installUrl: 'https://rainbow.me/download',
    browse: null,
  },
  phantom: {
    name: 'Phantom',
    rdns: ['app.phantom'],
    clientType: 'phantom',
    chains: loginChainTypes,
    installUrl: 'https://phantom.com/download',
    browse: (url, origin) => `https://phantom.app/ul/browse/${encode(url)}?ref=${encode(origin)}`,
  },
  zerion: {
    name: 'Zerion',
    rdns: ['io.zerion.wallet'],
    clientType: 'zerion',
    chains: ['ethereum'],
    installUrl: 'https://zerion.io/download',
    browse: null,
  },
  cryptocom: {
    name: 'Crypto.com Onchain',
    rdns: ['com.crypto.wallet'],
    clientType: 'crypto.com_wallet_extension',
    chains: ['ethereum'],
    installUrl: 'https://crypto.com/onchain',
    browse: null,
  },
  uniswap: {
    name: 'Uniswap Wallet',
    rdns: ['org.uniswap.app'],
    clientType: 'uniswap_wallet_extension',
    chains: ['ethereum'],
    installUrl: 'https://wallet.uniswap.org',
    browse: null,
  },
  okx_wallet: {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    clientType: 'okx_wallet',
    chains: loginChainTypes,
    installUrl: 'https://web3.okx.com/download',
    browse: (url) =>
      `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(url)}`)}`,
  },
  universal_profile: {
    name: 'Universal Profiles',
    rdns: ['cloud.universalprofile'],
    clientType: 'universal_profile',
    chains: ['ethereum'],
    installUrl: 'https://universalprofile.cloud',
    browse: null,
  },
  rabby_wallet: {
    name: 'Rabby Wallet',
    rdns: ['io.rabby'],
    clientType: 'rabby_wallet',
    chains: ['ethereum'],
    installUrl: 'https://rabby.io',
    browse: null,
  },
  bybit_wallet: {
    name: 'Bybit Wallet',
    rdns: ['com.bybit'],
    clientType: 'bybit_wallet',
    chains: loginChainTypes,
    installUrl: 'https://www.bybit.com/web3',
    browse: null,
  },
  safe: {
    name: 'Safe',
    rdns: [],
    clientType: 'safe',
    chains: ['ethereum'],
    installUrl: 'https://app.safe.global',
    browse: null,
  },
  wallet_connect: {
    name: 'WalletConnect',
    rdns: [],
    clientType: 'wallet_connect',
    chains: ['ethereum'],
    installUrl: null,
    browse: null,
  },
} as const satisfies Record<string, KnownWallet>

/** A wallet that apps may list by name. */
export type KnownWalletName = keyof typeof knownWallets

/** An entry of `appearance.walletList`: one wallet, or all that are installed. */
export type WalletListEntry =
  | KnownWalletName
  | 'detected_wallets'
  | 'detected_ethereum_wallets'
  | 'detected_solana_wallets'

// The record's own entries.
const entries = Object.entries(knownWallets) as [KnownWalletName, KnownWallet][]

/** Which listed wallet announced itself with this reverse domain or name; null for another. */
export function knownWalletOf({
  rdns,
  name,
}: {
  rdns?: string
  name: string
}): KnownWalletName | null {
  const found = entries.find(([, wallet]) =>
    rdns === undefined ? wallet.name === name : wallet.rdns.includes(rdns),
  )
  return found?.[0] ?? null
}

/** What a detected wallet is stored as: the known name, else its own in the form of the known ones. */
export function clientTypeOf(wallet: { rdns?: string; name: string }): string {
  const known = knownWalletOf(wallet)
  if (known !== null) return knownWallets[known].clientType
  const slug = wallet.name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return slug.slice(0, 64) || 'unknown'
}
