import { type SallyportClient, smartWallet } from '@sallyport/core'
import type { UserSmartWallets } from './smart-wallets/connect.js'

/** How long the component is waited for, whose code a page may load late, and how often it is looked for. */
const waitMs = 10_000
const lookMs = 200

/**
 * The user's smart wallets once `SmartWalletsProvider` has connected them; null where the app has none or the page does not mount it.
 * Rejects where connecting failed.
 */
export async function connectedSmartWallets(
  client: SallyportClient,
): Promise<UserSmartWallets | null> {
  const { clock } = client.environment
  const endMs = clock.nowMs() + waitMs
  while (true) {
    // Kept under this key by that component only.
    const connecting = client.kept.get('smart-wallets') as
      | Promise<UserSmartWallets | null>
      | undefined
    if (connecting !== undefined) return connecting
    if (!smartWallet.config(client).enabled || clock.nowMs() >= endMs) return null
    await clock.wait(lookMs)
  }
}
