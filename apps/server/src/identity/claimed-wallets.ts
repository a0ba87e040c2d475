import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import type { App } from '../apps/app.js'
import { addClaimedWallets } from '../db/claimed-wallets.js'
import type { Deps } from '../deps.js'
import { walletData, walletKey } from './external-wallet.js'

/** Most wallets that are taken from one profile. */
const mostOfProfile = 10

/**
 * Links the Ethereum wallets that a Farcaster profile names, where the app wants it (`farcaster_link_wallets_enabled`).
 * Farcaster's word does not prove them to us: such a wallet logs no user in, and its proof by any user ends the claim. A wallet that
 * a user has is left with them (FAR-08).
 *
 * @param userId  Without prefix.
 * @returns whether any was added.
 */
export async function linkClaimedWallets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { app: App; userId: string; addresses: readonly string[] },
): Promise<boolean> {
  const { app, userId, addresses } = input
  const { farcaster_link_wallets_enabled: isOn, max_linked_wallets_per_user: limit } = app.settings
  const known = addresses.filter((each) => /^0x[0-9a-f]{40}$/i.test(each)).slice(0, mostOfProfile)
  if (!isOn || known.length === 0) return false
  const wallets = [...new Set(known.map((each) => checksumAddress(each)))].map((address) => {
    const wallet = { chainType: 'ethereum', address } as const
    return { key: walletKey(wallet), data: { ...walletData(wallet), claimed_by: 'farcaster' } }
  })
  const most = limit ?? Number.MAX_SAFE_INTEGER
  const owner = { appId: app.id, userId }
  return (await addClaimedWallets(db, owner, { wallets, most, nowMs: clock.nowMs() })) > 0
}
