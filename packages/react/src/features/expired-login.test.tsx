// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { job, press, settle, setup } from '../../gallery/mount-screen.js'
import { digest, login, refuse, sign, solanaSend, transfer } from '../../gallery/samples.js'
import { en } from '../copy/en.js'

const expired = new RegExp(en.problem.missing_or_invalid_token)
const refused = refuse('must_be_authenticated')

beforeEach(async () => {
  await import('../request-screens.js')
})
afterEach(cleanup)

const requests = [
  ['EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', sign('Hello'), [en.sign.sign]],
  ['EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', digest, [en.sign.digestContinue, en.sign.sign]],
  ['EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', transfer, [en.send.approve]],
  ['EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN', solanaSend, [en.send.approve]],
] as const

describe.each(requests)('%s, once the login has expired,', (name, request, presses) => {
  const open = async () => {
    const loginAgain = vi.fn()
    const asked = job(request, [], refused)
    const shown = setup(name, { job: asked }, { loginAgain })
    for (const button of presses) {
      await screen.findByRole('button', { name: button })
      await settle()
      press(button)
    }
    await screen.findByText(expired)
    await settle()
    return { ...shown, loginAgain, asked }
  }

  test('closes for a login, and offers nothing that cannot help', async () => {
    const { end, loginAgain, asked } = await open()
    expect(screen.queryByRole('button', { name: presses.at(-1) as string })).toBeNull()
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    expect(screen.queryByText(en.sign.free)).toBeNull()
    press(en.shell.logIn)

    expect(end.mock.calls).toEqual([['rejected', {}]])
    expect(loginAgain).toHaveBeenCalledTimes(1)
    expect(asked.deliver).not.toHaveBeenCalled()
  })

  test('can be closed without one', async () => {
    const { end, loginAgain, guard } = await open()
    ;(guard() as () => void)()
    press(en.shell.close)

    expect(end.mock.calls).toEqual([
      ['rejected', {}],
      ['rejected', {}],
    ])
    expect(loginAgain).not.toHaveBeenCalled()
  })
})

describe('EMBEDDED_WALLET_CONNECTING_SCREEN, once the login has expired,', () => {
  test.each([
    ['closes for a login', en.shell.logIn, 1],
    ['can be closed without one', en.shell.close, 0],
  ])('%s', async (_, button, logins) => {
    const loginAgain = vi.fn()
    const data = { job: job(transfer) }
    const { end } = setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, {
      connect: refused,
      loginAgain,
    })
    await screen.findByText(expired)
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    press(button)

    expect(end.mock.calls).toEqual([['closed', {}]])
    expect(loginAgain).toHaveBeenCalledTimes(logins)
  })
})

describe('a login that expires before it is complete', () => {
  const failed = ['failed', { code: 'missing_or_invalid_token' }]

  test('while its wallets are made has failed', async () => {
    const { end } = setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['ethereum'] },
      { createWallets: refused },
    )
    await settle()

    expect(end.mock.calls).toEqual([failed])
  })

  test('on the terms has failed', async () => {
    const { end } = setup('AFFIRMATIVE_CONSENT_SCREEN', { login }, { acceptTerms: refused })
    screen.getByRole('checkbox').click()
    await settle()
    press(en.consent.accept)
    await settle()

    expect(end.mock.calls).toEqual([failed])
  })

  test('starts over by logging in', () => {
    const { end } = setup('LOGIN_FAILED_SCREEN', { problem: { code: 'missing_or_invalid_token' } })
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    press(en.shell.logIn)

    expect(end.mock.calls).toEqual([['again', {}]])
  })
})
