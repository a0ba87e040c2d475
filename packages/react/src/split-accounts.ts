import { type Account, type User, user as users, type WalletAccount } from '@sallyport/core'

/** What a user logs in with, and the wallets made here and smart wallets, which cannot be logged in with. */
export function splitAccounts(user: User): {
  logins: readonly Account[]
  wallets: readonly WalletAccount[]
  smartWallets: readonly Account[]
} {
  const wallets = users.walletsOf(user).filter(users.isEmbedded)
  const embedded = new Set(wallets.map(({ address }) => address))
  const isSmart = ({ type }: Account) => type === 'smart_wallet'
  const logins = user.linkedAccounts.filter(
    (account) => !embedded.has(String(account.address)) && !isSmart(account),
  )
  return { logins, wallets, smartWallets: user.linkedAccounts.filter(isSmart) }
}
