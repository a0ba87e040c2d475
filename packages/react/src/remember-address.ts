import { shorten } from '@sallyport/contract/requests'
import { type Account, analytics, type SallyportClient } from '@sallyport/core'
import { maskAddress } from './copy/mask-address.js'
import { recentMethod } from './recent-method.js'

/** Fields that name an account, the best first. */
const fields = ['address', 'phoneNumber', 'email', 'username', 'name'] as const

/** What follows a login for the next one: reports it to the app's server, and keeps its masked address. */
export function rememberLogin(
  client: SallyportClient,
  { method, isNewUser, account }: { method: string; isNewUser: boolean; account: Account | null },
): void {
  analytics.record(client, 'sdk_authenticate', { method, isNewUser })
  rememberAddress(client, account)
}

/** Keeps the masked address or name of a login, for the first screen of the next one. Whole addresses are not kept. */
export function rememberAddress(client: SallyportClient, account: Account | null): void {
  const named = fields.map((field) => account?.[field]).find((value) => typeof value === 'string')
  if (typeof named === 'string' && named !== '') {
    recentMethod(client).setAddress(account?.type === 'wallet' ? shorten(named) : mask(named))
  }
}

function mask(name: string): string {
  const masked = maskAddress(name)
  // A user name is masked like the part of an address before the @.
  return masked === name ? `${[...name][0]}•••` : masked
}
