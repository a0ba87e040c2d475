import { getWallets } from '@wallet-standard/app'
import { isOwnWallet } from '../providers/wallet-standard.js'
import type { SolanaConnector } from './connector.js'
import { createSolanaConnector, isSolanaWallet } from './solana-connector.js'

/**
 * Reports the Solana wallets of this page that follow the Wallet Standard, without its own embedded wallet. Gives the
 * function that stops it.
 */
export function discoverSolanaWallets(
  onChange: (connectors: readonly SolanaConnector[]) => void,
): () => void {
  const registry = getWallets()
  const known = new Map<unknown, SolanaConnector>()
  const report = () => {
    const wallets = registry.get().filter((each) => isSolanaWallet(each) && !isOwnWallet(each))
    const connectors = wallets.map((wallet) => {
      const connector = known.get(wallet) ?? createSolanaConnector(wallet)
      known.set(wallet, connector)
      return connector
    })
    onChange(connectors)
  }
  const stops = [registry.on('register', report), registry.on('unregister', report)]
  report()
  return () => {
    for (const stop of stops) stop()
  }
}
