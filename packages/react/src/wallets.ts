import { ethereum, type SallyportClient, solana, watchSession } from '@sallyport/core'

export { ethereum, solana, wallet } from '@sallyport/core'
export { confirmRequests } from './modal/confirm-requests.js'
export { withHeadStart } from './modal/head-start.js'
export * as requests from './wallet-requests.js'

/**
 * Announces the client's wallets to other libraries on the page, and asks about the session when the user comes back to it;
 * returns the function that stops both.
 */
export function offer(client: SallyportClient): () => void {
  const stops = [ethereum.announce(client), solana.register(client), watchSession(client)]
  return () => {
    for (const stop of stops) stop()
  }
}
