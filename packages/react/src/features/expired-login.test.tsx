// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../copy/en.js'
import { enRequests } from '../copy/en-requests.js'
import { agree, job, press, settle, setup } from '../test-kit/mount-screen.js'
import { digest, sign, solanaSend, transfer } from '../test-kit/samples.js'

const expired = new RegExp(en.problem.missing_or_invalid_token)

afterEach(cleanup)

const requests = [
  ['EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', sign('Hello'), [enRequests.sign.sign]],
  ['EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', digest, [enRequests.sign.anyway(enRequests.sign.sign)]],
  ['EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', transfer, [enRequests.sign.approve]],
  ['EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN', solanaSend, [enRequests.sign.approve]],
] as const

describe.each(requests)('%s, once the login has expired,', (name, request, presses) => {
  const open = async () => {
    const refused = () =>
      Promise.reject(Object.assign(new Error(), { code: 'must_be_authenticated' }))
    const asked = job(request, [], refused)
    const shown = await setup(name, { job: asked })
    if (request === digest) agree()
    for (const button of presses) {
      await screen.findByRole('button', { name: button })
      await settle()
      press(button)
    }
    await screen.findByText(expired)
    await settle()
    return { ...shown, asked }
  }

  test('offers the login, and nothing that cannot help; closing the login changes nothing', async () => {
    const { end, loginAgain, asked } = await open()
    expect(screen.queryByRole('button', { name: presses.at(-1) as string })).toBeNull()
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    expect(screen.queryByText(enRequests.sign.free)).toBeNull()
    press(en.shell.logIn)
    await settle()

    expect(loginAgain).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: en.shell.logIn })).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
    expect(asked.deliver).not.toHaveBeenCalled()
  })

  test('goes on when the same user has logged in', async () => {
    const { end, loginAgain } = await open()
    loginAgain.mockResolvedValue(true)
    press(en.shell.logIn)
    await settle()

    expect(screen.getByRole('button', { name: presses.at(-1) as string })).toBeTruthy()
    expect(screen.queryByText(expired)).toBeNull()
    expect(end).not.toHaveBeenCalled()
  })

  test('error: is rejected when another user has logged in', async () => {
    const { end, loginAgain, asked, logIn } = await open()
    loginAgain.mockImplementation(async () => {
      logIn([])
      return true
    })
    press(en.shell.logIn)
    await settle()

    expect(end.mock.calls).toEqual([['rejected', {}]])
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
