import { type Account, type User, user as users, type WalletAccount } from '@sallyport/core'

/** What a user logs in with, and the wallets made here, which cannot be logged in with. */
export function splitAccounts(user: User): {
  logins: readonly Account[]
  wallets: readonly WalletAccount[]
} {
  const wallets = users.walletsOf(user).filter(users.isEmbedded)
  const embedded = new Set(wallets.map(({ address }) => address))
  const logins = user.linkedAccounts.filter(({ address }) => !embedded.has(String(address)))
  return { logins, wallets }
}
