import type { Session } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import type { Account, User } from '../types.js'

/** What a completed login gives. */
export interface Login {
  user: User
  isNewUser: boolean
  /** The method's name in callbacks (react reference §8): `email`, `guest` … */
  loginMethod: string
  /** The account that was proven; null for guests. */
  loginAccount: Account | null
}

/** Key of `kept`: settles when the frame has the wallet grant of the login. */
export const grantHandedOver = 'wallet-grant'

/** Stores a login's session and gives its user. `isAccount` finds the account that was proven. */
export function completeLogin(
  client: SallyportClient,
  answer: Session,
  method: { name: string; isAccount(account: Account): boolean },
): Login {
  if (answer.wallet_grant) {
    // Loaded already: the login named the key. Requests to the wallet wait for it.
    const handing = import('../frame/wallet-key.js').then(({ handOver }) =>
      handOver(client, answer),
    )
    client.kept.set(grantHandedOver, handing)
  }
  client.session.accept(answer)
  const { user } = client.state
  if (!user) throw new ClientError('unknown_auth_error')
  return {
    user,
    isNewUser: answer.is_new_user ?? false,
    loginMethod: method.name,
    loginAccount: user.linkedAccounts.find(method.isAccount) ?? null,
  }
}
