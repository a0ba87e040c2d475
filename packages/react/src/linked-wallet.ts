import { type externalWallet, type User, wallet as wallets } from '@sallyport/core'

/** Whether the user has linked the account of a connected wallet; one that belongs to another user is not. */
export function isLinked(
  user: User | null,
  { address, chainType }: Pick<externalWallet.ExternalWallet, 'address' | 'chainType'>,
): boolean {
  return Boolean(
    user?.linkedAccounts.some(
      (account) =>
        account.type === 'wallet' &&
        account.chainType === chainType &&
        wallets.isSameAddress(String(account.address), address),
    ),
  )
}
