import type { ConnectedWallet } from './hooks/use-wallets.js'

/** The first embedded wallet among the connected ones; null when there is none. */
export function getEmbeddedConnectedWallet(wallets: readonly ConnectedWallet[]) {
  return wallets.find(({ connectorType }) => connectorType.startsWith('embedded')) ?? null
}
