// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { expiredLogin, noAnswer, refuse } from '../../test-kit/answers.js'
import { job, press, settle, setup } from '../../test-kit/mount-screen.js'
import { transfer, walletAccounts } from '../../test-kit/samples.js'

const connect = 'privy:wallets:connect'
const refused = refuse('missing_or_invalid_token')
const expired = new RegExp(en.problem.missing_or_invalid_token)

afterEach(cleanup)

describe('EMBEDDED_WALLET_CONNECTING_SCREEN', () => {
  test('connecting leads on, and offers another try after a failure', async () => {
    const open = vi.fn().mockImplementationOnce(refuse('error')).mockReturnValue({ entropyId: 'a' })
    const asked = job(transfer)
    const { end } = await setup(
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
      { job: asked },
      { frame: { [connect]: open } },
    )
    await screen.findByText(en.wallet.connectFailedTitle)
    press(en.shell.retry)

    await waitFor(() => expect(end).toHaveBeenCalledWith('connected', { job: asked }))
    const failure = expect.objectContaining({ type: 'error' })
    expect(vi.mocked(asked.noteFailure).mock.calls).toEqual([[null], [failure], [null]])
  })

  test('a wallet that does not open can be left alone', async () => {
    const { end } = await setup(
      'EMBEDDED_WALLET_CONNECTING_SCREEN',
      { job: job(transfer) },
      { frame: { [connect]: refuse('error') } },
    )
    await screen.findByText(en.wallet.connectFailedTitle)
    press(en.shell.close)

    expect(end).toHaveBeenCalledWith('closed', {})
  })

  test.each([
    ['has no cause to add', { frame: { [connect]: refuse('error') } }, null],
    ['adds the cause', expiredLogin, en.problem.missing_or_invalid_token],
  ])('error: a failure is said once, and %s', async (_, answers, cause) => {
    const data = { job: job(transfer) }
    const { announce } = await setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, answers)
    await screen.findByText(en.wallet.connectFailedTitle)

    expect(document.querySelector('.help')?.textContent ?? null).toBe(cause)
    const said =
      cause === null ? en.wallet.connectFailedTitle : `${en.wallet.connectFailedTitle}. ${cause}`
    expect(announce.mock.calls).toEqual([[said, 'assertive']])
  })

  test('on a new device it says that the wallet is restored', async () => {
    const data = { job: job(transfer) }
    const { announce } = await setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, {
      frame: {
        [connect]: refuse('wallet_not_on_device'),
        'privy:wallets:recover': noAnswer,
      },
    })

    expect(await screen.findByText(en.wallet.restoringTitle)).toBeTruthy()
    expect(announce).toHaveBeenCalledWith(en.wallet.restoringTitle)
  })
})

describe('EMBEDDED_WALLET_CONNECTING_SCREEN, once the login has expired,', () => {
  const open = async () => {
    const data = { job: job(transfer) }
    const shown = await setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, {
      ...expiredLogin,
      frame: {
        [connect]: vi.fn().mockImplementationOnce(refused).mockReturnValue({ entropyId: 'a' }),
      },
    })
    await screen.findByText(expired)
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    return { ...shown, data }
  }

  test('can be closed without logging in', async () => {
    const { end, loginAgain } = await open()
    press(en.shell.close)

    expect(end.mock.calls).toEqual([['closed', {}]])
    expect(loginAgain).not.toHaveBeenCalled()
  })

  test('opens the wallet when the same user has logged in', async () => {
    const { data, end, loginAgain, logIn } = await open()
    loginAgain.mockImplementation(async () => {
      logIn(walletAccounts)
      return true
    })
    press(en.shell.logIn)

    await waitFor(() => expect(end.mock.calls).toEqual([['connected', data]]))
  })

  test('error: is closed when another user has logged in', async () => {
    const { end, loginAgain, logIn } = await open()
    loginAgain.mockImplementation(async () => {
      logIn([])
      return true
    })
    press(en.shell.logIn)
    await settle()

    expect(end.mock.calls).toEqual([['closed', {}]])
  })

  test('stays as it is when the login was closed', async () => {
    const { end } = await open()
    press(en.shell.logIn)
    await settle()

    expect(screen.getByRole('button', { name: en.shell.logIn })).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })
})
