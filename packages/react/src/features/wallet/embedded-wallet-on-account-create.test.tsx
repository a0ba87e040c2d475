// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { expiredLogin, noAnswer, refuse, walletCreation } from '../../test-kit/answers.js'
import { press, setup } from '../../test-kit/mount-screen.js'
import { login, wallets } from '../../test-kit/samples.js'

afterEach(cleanup)

describe('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', () => {
  test('creates wallets once and passes them on', async () => {
    const { end, seen, announce } = await setup('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', {
      login,
      chains: ['ethereum', 'solana'],
    })

    expect(announce.mock.calls).toEqual([[en.wallet.creatingTitle]])
    await waitFor(() => expect(end).toHaveBeenCalledWith('created', { login, wallets }))
    expect(seen.filter(({ name }) => /:create$/.test(name))).toHaveLength(2)
  })

  test('error: a failure can be tried again or left for later', async () => {
    const { end, guard } = await setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['solana'] },
      { frame: walletCreation(refuse('error')) },
    )
    await screen.findByText(en.wallet.createFailedTitle)
    await waitFor(() => expect(guard()).toBeTypeOf('function'))
    press(en.wallet.later)

    expect(end).toHaveBeenCalledWith('later', { login })
  })

  test('a login that expires while its wallets are created has failed', async () => {
    const { end } = await setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['ethereum'] },
      expiredLogin,
    )

    await vi.waitFor(() =>
      expect(end.mock.calls).toEqual([['failed', { code: 'missing_or_invalid_token' }]]),
    )
  })

  test('after fifteen seconds the user can continue without wallets; until then nothing closes', async () => {
    const { time, end, guard } = await setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['ethereum'] },
      { frame: walletCreation(noAnswer) },
    )
    await time.move(14_900)
    expect(guard()).toBe('never')
    await time.move(200)
    expect(guard()).toBeTypeOf('function')
    press(en.wallet.later)

    expect(end).toHaveBeenCalledWith('later', { login })
  })
})
