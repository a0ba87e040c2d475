import type { ErrorCode } from '@sallyport/contract'
import type { AppSettings } from '../apps/app.js'
import { canLogInBy, canTransfer, isDerived, mostOf, type StoredAccount } from './account-types.js'
import type { AccountKey } from './proven-account.js'

/** Who has an account, as far as a transfer needs to know. */
export interface AccountOwner {
  userId: string
  account: StoredAccount
  /** Accounts of every type, the one in question included. */
  accounts: number
  /** The user has made a wallet, or is making one. */
  hasWallet: boolean
}

/** What linking does: adds the account, or finds it on the user already, or has to ask before it moves it, or refuses. */
type LinkDecision =
  | { does: 'add' | 'refresh' }
  | { does: 'transfer'; from: string }
  | { refuses: ErrorCode }

/**
 * Decides about an account that the user has just proven.
 *
 * A transfer deletes the other user (wire reference §13), so it is offered only where that loses nothing: the other user
 * has this account alone and no wallet (ruling 18), and the type of account can be moved.
 *
 * @param own    The accounts of the user who links.
 * @param owner  Who has the account now.
 */
export function decideLink(input: {
  account: AccountKey
  userId: string
  own: readonly StoredAccount[]
  owner: AccountOwner | undefined
  settings: AppSettings
}): LinkDecision {
  const { account, userId, own, owner, settings } = input
  if (owner?.userId === userId) {
    // A wallet made here has its key in common with the external wallet of the same address.
    return isDerived(owner.account) ? { refuses: 'cannot_link_more_of_type' } : { does: 'refresh' }
  }
  const ofType = own.filter((each) => each.type === account.type && !isDerived(each))
  if (ofType.length >= mostOf(account.type, settings)) {
    return { refuses: 'cannot_link_more_of_type' }
  }
  if (owner === undefined) return { does: 'add' }
  const isWhole = owner.accounts === 1 && !owner.hasWallet && !isDerived(owner.account)
  return isWhole && canTransfer(account.type)
    ? { does: 'transfer', from: owner.userId }
    : { refuses: 'linked_to_another_user' }
}

/**
 * Decides whether a user may lose an account: the code to refuse with, `undefined` when they may.
 *
 * @param account  The user's account; undefined when they have none of the key.
 * @param rest     Their other accounts.
 */
export function decideUnlink(input: {
  account: StoredAccount | undefined
  rest: readonly StoredAccount[]
  settings: AppSettings
}): ErrorCode | undefined {
  const { account, rest, settings } = input
  if (account === undefined) return 'linked_account_not_found'
  if (isDerived(account)) return 'cannot_unlink_embedded_wallet'
  const canStillLogIn = rest.some((each) => canLogInBy(each, settings))
  return canStillLogIn ? undefined : 'cannot_unlink_sole_account'
}
