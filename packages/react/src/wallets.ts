import { ethereum, solana, watchSession } from '@sallyport/core'
import { wasPaying } from './features/funding/shown-order.js'
import type { Kit } from './kit.js'

export { ethereum, solana, wallet } from '@sallyport/core'
export { confirmRequests } from './modal/confirm-requests.js'
export { withHeadStart } from './modal/head-start.js'
export * as requests from './wallet-requests.js'

/**
 * Shows the payment that this tab was reloaded in. Announces the client's wallets to other libraries on the page, and asks about the session when the user comes back to it;
 * returns the function that stops both.
 */
export function offer(kit: Kit): () => void {
  const { client } = kit
  if (wasPaying()) void import('./funding-calls.js').then((it) => it.resumeFunding(kit))
  const stops = [ethereum.announce(client), solana.register(client), watchSession(client)]
  return () => {
    for (const stop of stops) stop()
  }
}
