import { type SallyportClient, wallet } from '@sallyport/core'

/** The address of the embedded wallet that owns smart wallets: the user's first on Ethereum; undefined without one. */
export function ownerAddress(client: SallyportClient): string | undefined {
  return wallet.primaryOf(wallet.list(client, 'ethereum'), 'ethereum')?.address
}
