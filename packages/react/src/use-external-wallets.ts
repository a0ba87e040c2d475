import { externalWallet } from '@sallyport/core'
import { useEffect, useSyncExternalStore } from 'react'
import type { Kit } from './kit.js'

/** What is known of external wallets on this page, fresh after every change. */
export function useExternalWallets(kit: Kit): externalWallet.ExternalWalletsState {
  const wallets = externalWallet.externalWalletsOf(kit.client)
  const get = () => wallets.state
  useEffect(() => {
    void import('./offered-connectors.js').then(
      ({ offerConnectors }) => offerConnectors(kit),
      // Out of reach: the next component that shows wallets asks again.
      () => undefined,
    )
  }, [kit])
  return useSyncExternalStore(wallets.subscribe, get, get)
}
