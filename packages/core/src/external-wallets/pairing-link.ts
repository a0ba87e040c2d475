import type { KnownWalletName } from './known-wallets.js'

/** Universal links of wallet apps that take a pairing URI, by the names of `appearance.walletList`. */
const universalLinks: Partial<Record<KnownWalletName, string>> = {
  metamask: 'https://metamask.app.link',
  rainbow: 'https://rnbwapp.com',
  zerion: 'https://wallet.zerion.io',
  uniswap: 'https://uniswap.org/app',
}

/**
 * The link that opens a wallet app of this device with a pairing URI; without a wallet, the URI itself, for which mobile
 * systems offer every wallet that is installed.
 */
export function pairingLink(uri: string, wallet?: KnownWalletName): string {
  const base = wallet === undefined ? undefined : universalLinks[wallet]
  return base === undefined ? uri : `${base}/wc?uri=${encodeURIComponent(uri)}`
}
