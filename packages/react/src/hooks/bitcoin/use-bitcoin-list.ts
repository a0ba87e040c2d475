import { useEffect, useState } from 'react'
import { useClientState, useKit } from '../../context.js'
import type { ConnectedBitcoinWallet } from './use-bitcoin-wallets.js'

const none: readonly ConnectedBitcoinWallet[] = []

/** The user's embedded Bitcoin wallets. Their code is loaded for users who have one. */
export function useBitcoinList(): readonly ConnectedBitcoinWallet[] {
  const { client } = useKit()
  const { user } = useClientState()
  const [wallets, setWallets] = useState(none)
  useEffect(() => {
    const hasOne = user?.linkedAccounts.some(({ chainType }) =>
      String(chainType).startsWith('bitcoin-'),
    )
    if (!hasOne) return setWallets(none)
    let isStale = false
    import('./bitcoin-wallets.js').then(
      ({ bitcoinWallets }) => {
        if (!isStale) setWallets(bitcoinWallets(client))
      },
      // Out of reach: the next change of the user tries again.
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [client, user])
  return wallets
}
