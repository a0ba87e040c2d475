import type { SallyportClient } from '@sallyport/core'
import type { UserSmartWallets } from './smart-wallets/connect.js'

const key = 'smart-wallets'

/** Keeps the smart wallets that `SmartWalletsProvider` connects, for the requests of other apps. */
export function keepSmartWallets(
  client: SallyportClient,
  wallets: Promise<UserSmartWallets | null>,
): void {
  client.kept.set(key, wallets)
}

/** The user's smart wallets once they are connected; null without any. Rejects where connecting failed. */
export function connectedSmartWallets(client: SallyportClient): Promise<UserSmartWallets | null> {
  // Kept under this key by the function above only.
  return (client.kept.get(key) as ReturnType<typeof connectedSmartWallets>) ?? Promise.resolve(null)
}
