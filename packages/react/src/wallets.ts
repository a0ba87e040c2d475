import { ethereum, type SallyportClient, solana } from '@sallyport/core'

export { ethereum, solana, wallet } from '@sallyport/core'
export { confirmRequests } from './modal/confirm-requests.js'
export { withHeadStart } from './modal/head-start.js'
export * as requests from './wallet-requests.js'

/** Announces the client's wallets to other libraries on the page; returns the function that stops it. */
export function offer(client: SallyportClient): () => void {
  const stops = [ethereum.announce(client), solana.register(client)]
  return () => {
    for (const stop of stops) stop()
  }
}
