import { ethereum, type SallyportClient, solana } from '@sallyport/core'

export { ethereum, solana, wallet } from '@sallyport/core'
export * as requests from './hooks/requests.js'

/** Shows the client's wallets to the page's other libraries; gives the function that stops it. */
export function offer(client: SallyportClient): () => void {
  const stops = [ethereum.announce(client), solana.register(client)]
  return () => {
    for (const stop of stops) stop()
  }
}
