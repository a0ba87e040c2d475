import { ApiError } from '@sallyport/contract'
import { abandonPendingWallet, listStalePending } from '../db/server-wallets.js'
import type { Deps } from '../deps.js'
import { confirmPending } from './make-wallet.js'

/** By then the signer has given up a wallet that was not confirmed. */
const staleMs = 900_000
const mostAtOnce = 100

/**
 * Ends wallets whose creation stopped half-way: those that the signer has confirmed become active, the others are forgotten. Their
 * addresses were never answered.
 */
export async function sweepPendingWallets(
  deps: Pick<Deps, 'db' | 'clock' | 'signer' | 'keyEncryption'>,
): Promise<void> {
  const beforeMs = deps.clock.nowMs() - staleMs
  for (const row of await listStalePending(deps.db, { beforeMs, most: mostAtOnce })) {
    const named = { appId: row.app_id, walletId: row.wallet_id }
    const kept = await confirmPending(deps, named).catch((error: unknown) => {
      if (error instanceof ApiError && ['not_found', 'invalid_data'].includes(error.code))
        return undefined
      throw error
    })
    if (kept === undefined) await abandonPendingWallet(deps.db, named)
  }
}
