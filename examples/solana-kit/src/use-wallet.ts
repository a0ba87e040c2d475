import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
} from '@solana/wallet-standard-features'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardEventsFeature } from '@wallet-standard/features'
import { useEffect, useReducer } from 'react'

/** The wallet features that this app needs; any wallet may provide them. */
export type SolanaFeatures = SolanaSignMessageFeature &
  SolanaSignAndSendTransactionFeature &
  StandardEventsFeature
export interface Connected {
  features: SolanaFeatures
  account: WalletAccount
}

/** Returns the first account on `chain` among the page's Wallet Standard wallets; undefined until there is one. */
export function useWallet(chain: `solana:${string}`): Connected | undefined {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const { get, on } = getWallets()
    const watch = (wallet: Wallet) =>
      isSolana(wallet) && wallet.features['standard:events'].on('change', changed)
    const stops = [
      ...get().map(watch),
      on('register', (...wallets) => {
        for (const wallet of wallets) stops.push(watch(wallet))
        changed()
      }),
    ]
    changed()
    return () => {
      for (const stop of stops) if (stop) stop()
    }
  }, [])
  for (const wallet of getWallets().get()) {
    const account = wallet.accounts.find((each) => each.chains.includes(chain))
    if (account && isSolana(wallet)) return { features: wallet.features, account }
  }
  return undefined
}

function isSolana(wallet: Wallet): wallet is Wallet & { features: SolanaFeatures } {
  const names = ['solana:signMessage', 'solana:signAndSendTransaction', 'standard:events']
  return names.every((name) => name in wallet.features)
}
