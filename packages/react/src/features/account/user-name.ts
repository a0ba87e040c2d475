import type { User } from '@sallyport/core'
import type { AccountCopy } from '../../copy/en-account.js'
import { accountName } from '../../ui/describe-account.js'

/** What the user is called: by their address, else by the first account with a name; guests are guests. */
export function userName(user: User, copy: AccountCopy): string {
  const logins = user.linkedAccounts.filter((account) => account.type !== 'wallet')
  const first = user.email?.address ?? user.phone?.number
  if (first !== undefined) return first
  const named = logins.map(accountName).find(Boolean)
  return named ?? user.wallet?.address ?? copy.account.guest
}
