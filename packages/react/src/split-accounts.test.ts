import type { User } from '@sallyport/core'
import { expect, test } from 'vitest'
import { splitAccounts } from './split-accounts.js'

const email = { type: 'email', address: 'ada@example.com' }
const external = {
  type: 'wallet',
  address: '0x1',
  chainType: 'ethereum',
  walletClientType: 'metamask',
}
const embedded = {
  type: 'wallet',
  address: '0x2',
  chainType: 'ethereum',
  walletClientType: 'privy',
}

test('wallets made here are apart from what the user logs in with; external wallets are not', () => {
  // Only the linked accounts are read.
  const user = { linkedAccounts: [email, external, embedded] } as unknown as User
  const { logins, wallets } = splitAccounts(user)
  expect([logins, wallets]).toEqual([[email, external], [embedded]])
})
