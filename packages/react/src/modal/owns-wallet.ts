import { type SallyportClient, user } from '@sallyport/core'

/** Whether the logged-in user has an embedded wallet at `address`, in the spelling of its account. */
export function ownsWallet({ state }: SallyportClient, address: string): boolean {
  if (state.user === null) return false
  const wallets = user.walletsOf(state.user).filter(user.isEmbedded)
  return wallets.some((wallet) => wallet.address === address)
}
