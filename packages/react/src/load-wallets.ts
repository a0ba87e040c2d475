import { ClientError, type SallyportClient } from '@sallyport/core'
import type { Kit } from './kit.js'

/** How long a page that has just become ready has for itself: its first button is drawn meanwhile. */
const headStartMs = 50

type Wallets = typeof import('./wallets.js')

let loaded: Wallets | null = null

/**
 * The code that works with wallets. A login button does not wait for it.
 *
 * @throws ClientError `offline` when it could not be fetched. The next call asks again, though some browsers remember a
 *   failure for as long as the page is open.
 */
export async function loadWallets(): Promise<Wallets> {
  try {
    loaded = await import('./wallets.js')
    return loaded
  } catch (cause) {
    throw new ClientError('offline', {
      message: 'The wallet code could not be loaded. Reload the page',
      cause,
    })
  }
}

/** Whether the wallet at `address` was opened on this page. */
export function isWalletConnected(client: SallyportClient, address: string): boolean {
  return loaded?.wallet.isConnected(client, address) ?? false
}
/**
 * Shows the client's wallets to the page's other libraries as soon as the client knows whose they are; those that asked
 * before are told then. Goes on with a payment that a reload interrupted. Gives the function that stops it.
 */
export function offerWhenReady(kit: Kit): () => void {
  const { client } = kit
  let isStopped = false
  let isLoading = false
  let stopOffer: (() => void) | undefined
  const load = async () => {
    isLoading = true
    try {
      await client.environment.clock.wait(headStartMs)
      const { offer } = await loadWallets()
      stopListening()
      if (!isStopped) stopOffer = offer(kit)
    } catch {
      // Out of reach: the next change of the client, such as coming back online, tries again.
      isLoading = false
    }
  }
  const onChange = () => {
    if (client.state.status !== 'loading' && !isLoading) void load()
  }
  const stopListening = client.subscribe(onChange)
  onChange()
  return () => {
    isStopped = true
    stopListening()
    stopOffer?.()
  }
}
