// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, noAnswer } from '../../test-kit/answers.js'
import { settle, setup } from '../../test-kit/mount-screen.js'
import { walletAccounts, wallets } from '../../test-kit/samples.js'

afterEach(cleanup)

const [wallet] = wallets
if (wallet === undefined) throw new Error('The samples have a wallet')
const inner = () => screen.getByText('The page of the wallet’s origin')

describe('a page of the wallet’s origin', () => {
  test('cannot be seen or pressed until the texts around it stand', async () => {
    let pings = 0
    // The hidden frame answers, the page does not.
    const ready: Answer = (input) => (pings++ === 0 ? {} : noAnswer(input))
    const answers = { accounts: walletAccounts, frame: { 'privy:iframe:ready': ready } }
    await setup('EMBEDDED_WALLET_RECOVERY_TEST_SCREEN', { wallet }, answers)
    await screen.findByText('The page of the wallet’s origin')
    await settle()

    expect(inner().style.visibility).toBe('hidden')
    expect(screen.queryByRole('heading', { name: 'Test your recovery' })).toBeNull()
  })

  test('is shown together with its title', async () => {
    const answers = { accounts: walletAccounts, frame: { 'sallyport:page:result': noAnswer } }
    await setup('EMBEDDED_WALLET_RECOVERY_TEST_SCREEN', { wallet }, answers)

    await screen.findByRole('heading', { name: 'Test your recovery' })
    expect(inner().style.visibility).toBe('visible')
  })
})
