import { ClientError, type WalletAccount } from '@sallyport/core'
import { useCallback } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { fundingActionsOf } from '../funding-actions.js'
import type { FundWalletOptions } from '../funding-calls.js'
import { useCallbacks } from './use-callbacks.js'

/** What `addFunds` takes: what `fundWallet` does, and the wallet. */
export interface AddFundsOptions extends FundWalletOptions {
  /** Default: the user's first embedded wallet on Ethereum or Solana. */
  address?: string
}

/**
 * `addFunds()` lets the user add money to an embedded wallet; resolves when the screens are closed. As `useFundWallet`, for apps that
 * name no wallet. Rejects with `embedded_wallet_not_found` for a user without one.
 */
export function useAddFunds(callbacks?: Callbacks['fundWallet']) {
  useCallbacks('fundWallet', callbacks)
  const kit = useKit()
  const addFunds = useCallback(
    async (given: AddFundsOptions | object = {}): Promise<void> => {
      // Used as an event handler it receives the event.
      const { address, ...options }: AddFundsOptions = 'nativeEvent' in given ? {} : given
      const wallets = walletsOf(kit.client.state.user?.linkedAccounts ?? [])
      const wallet = address ? wallets.find((each) => each.address === address) : wallets[0]
      if (!wallet && !address) throw new ClientError('embedded_wallet_not_found')
      const actions = fundingActionsOf(kit)
      if (wallet?.chainType !== 'solana') {
        await actions.fundWallet(wallet?.address ?? address ?? '', options)
        return
      }
      const { chain: _, asset, ...shared } = options
      const known = typeof asset === 'string' ? { asset } : {}
      await actions.fundSolanaWallet(wallet.address, { ...shared, ...known })
    },
    [kit],
  )
  return { addFunds }
}

/** The embedded wallets that can be funded on screen, Ethereum first. */
function walletsOf(accounts: readonly object[]): readonly WalletAccount[] {
  const wallets = accounts as readonly WalletAccount[] // only wallets have a chain type
  const on = (chain: string) =>
    wallets.filter(
      ({ chainType, walletIndex, imported }) =>
        chainType === chain && (walletIndex !== null || imported),
    )
  return [...on('ethereum'), ...on('solana')]
}
