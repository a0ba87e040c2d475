import { storageKeys } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { readClaims } from '../session/jwt.js'
import type { CrossAppAccount, User } from '../types.js'
import { isSameAddress } from '../wallet/accounts.js'

/** The user's accounts at other apps, in the order they were linked. */
export function accountsOf({ linkedAccounts }: Pick<User, 'linkedAccounts'>): CrossAppAccount[] {
  return linkedAccounts.filter((account) => account.type === 'cross_app')
}

/** Every wallet address of an account at another app. */
export function addressesOf({ embeddedWallets, smartWallets }: CrossAppAccount): string[] {
  return [...embeddedWallets, ...smartWallets].map(({ address }) => address)
}

/** The user's account that has the wallet of an address; undefined when none has. */
export function findAccount(
  { state }: SallyportClient,
  address: string,
): CrossAppAccount | undefined {
  return accountsOf(state.user ?? { linkedAccounts: [] }).find((account) =>
    addressesOf(account).some((each) => isSameAddress(each, address)),
  )
}

/** The token that another app gave for the user; null when there is none or it has expired. It opens no session anywhere. */
export function accessToken({ environment }: SallyportClient, appId: string): string | null {
  const { storage, clock } = environment
  const key = storageKeys.crossAppToken(appId)
  const token = storage.get(key)
  if (typeof token !== 'string') return null
  const claims = readClaims(token)
  if (claims === null || claims.expiresAtSeconds * 1000 > clock.nowMs()) return token
  storage.remove(key)
  return null
}
