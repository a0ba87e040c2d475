import { embeddedWalletClientType } from '@sallyport/contract'
import type { Account, User } from '@sallyport/core'
import { describe, expect, test } from 'vitest'
import { type CreateOnLogin, owedWallets, owesTerms } from './after-login.js'

const wallet = (chainType: string, walletClientType: string) =>
  ({ type: 'wallet', chainType, walletClientType }) as unknown as Account // dates are not looked at
const outside = wallet('ethereum', 'metamask')
const embedded = wallet('ethereum', embeddedWalletClientType)
const userWith = (...linkedAccounts: Account[]) =>
  ({ linkedAccounts, hasAcceptedTerms: false }) as unknown as User // the rest is not looked at

const recovery = { options: [], isRequired: false }

describe('owedWallets', () => {
  test.each<[string, User, CreateOnLogin, CreateOnLogin, string[]]>([
    ['no user', userWith(), 'off', 'off', []],
    [
      'a new user',
      userWith(),
      'users-without-wallets',
      'users-without-wallets',
      ['ethereum', 'solana'],
    ],
    ['one chain only', userWith(), 'all-users', 'off', ['ethereum']],
    [
      'who brought a wallet',
      userWith(outside),
      'users-without-wallets',
      'users-without-wallets',
      ['solana'],
    ],
    ['all, with a wallet of their own', userWith(outside), 'all-users', 'off', ['ethereum']],
    ['all, with ours already', userWith(embedded), 'all-users', 'all-users', ['solana']],
  ])('%s', (_, user, ethereum, solana, owed) => {
    const rules = { termsRequired: false, createOnLogin: { ethereum, solana }, recovery }

    expect(owedWallets(user, rules)).toEqual(owed)
  })
})

test('owesTerms until they are accepted, where they are required', () => {
  const createOnLogin = { ethereum: 'off', solana: 'off' } as const

  expect(owesTerms(userWith(), { termsRequired: true, createOnLogin, recovery })).toBe(true)
  expect(owesTerms(userWith(), { termsRequired: false, createOnLogin, recovery })).toBe(false)
  expect(
    owesTerms(
      { ...userWith(), hasAcceptedTerms: true },
      { termsRequired: true, createOnLogin, recovery },
    ),
  ).toBe(false)
})
