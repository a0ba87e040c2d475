import type { SallyportClient } from '@sallyport/core'
import type { UserSmartWallets } from './smart-wallets/connect.js'

/**
 * The user's smart wallets once `SmartWalletsProvider` has connected them; null where the page has none. Rejects where connecting
 * failed.
 */
export function connectedSmartWallets(client: SallyportClient): Promise<UserSmartWallets | null> {
  // Kept under this key by that component only.
  const connecting = client.kept.get('smart-wallets') as ReturnType<typeof connectedSmartWallets>
  return connecting ?? Promise.resolve(null)
}
