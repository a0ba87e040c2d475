import type { OwedChain } from './screens.js'

/** Waits before the second, third and fourth try, in milliseconds. */
const retryAfterMs = [2_000, 8_000, 30_000]

/** What making up for missing wallets needs. */
export interface Making {
  /** Chains the signed-in user should have a wallet on and has none; empty as soon as there is nothing to do any more. */
  owed(): readonly OwedChain[]
  create(chains: readonly OwedChain[]): Promise<unknown>
  wait(ms: number): Promise<void>
}

/**
 * Makes the wallets a login left owing, without a screen: at once, then up to three more times. Never rejects; what is still
 * missing after that is made at the next login or page load.
 */
export async function makeOwedWallets({ owed, create, wait }: Making): Promise<void> {
  for (const delayMs of [0, ...retryAfterMs]) {
    if (owed().length === 0) return
    if (delayMs > 0) await wait(delayMs)
    const chains = owed()
    if (chains.length === 0) return
    // The user is asked nothing and told nothing: the account works without, and the next try may succeed.
    await create(chains).catch(() => undefined)
  }
}
