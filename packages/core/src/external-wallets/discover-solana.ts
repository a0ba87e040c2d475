import { isOwnWallet } from '../providers/wallet-standard.js'
import { pageWallets } from '../wallet-standard/page-wallets.js'
import type { Wallet } from '../wallet-standard/types.js'
import type { SolanaConnector } from './connector.js'
import { createSolanaConnector, isSolanaWallet } from './solana-connector.js'

/**
 * Reports the Solana wallets of this page that follow the Wallet Standard, without its own embedded wallet. Gives the
 * function that stops it.
 */
export function discoverSolanaWallets(
  onChange: (connectors: readonly SolanaConnector[]) => void,
): () => void {
  const registry = pageWallets()
  const known = new Map<unknown, SolanaConnector>()
  const report = () => {
    const wallets = registry.get().filter((each) => isUsable(each) && !isOwnWallet(each))
    const connectors = wallets.map((wallet) => {
      const connector = known.get(wallet) ?? createSolanaConnector(wallet)
      known.set(wallet, connector)
      return connector
    })
    onChange(connectors)
  }
  const stop = registry.subscribe(report)
  report()
  return stop
}

/** A wallet that registers something else than the standard's form is left out, and hides no other. */
function isUsable(wallet: Wallet): boolean {
  try {
    return isSolanaWallet(wallet)
  } catch {
    return false
  }
}
