import { externalWallet, type SallyportClient } from '@sallyport/core'
import { useSyncExternalStore } from 'react'

/** What is known of external wallets on this page, fresh after every change. */
export function useExternalWallets(client: SallyportClient): externalWallet.ExternalWalletsState {
  const wallets = externalWallet.externalWalletsOf(client)
  const get = () => wallets.state
  return useSyncExternalStore(wallets.subscribe, get, get)
}
