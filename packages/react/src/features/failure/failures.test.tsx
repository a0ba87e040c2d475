// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { press, setup } from '../../test-kit/mount-screen.js'

afterEach(cleanup)

describe('failures', () => {
  test.each([
    ['LOGIN_FAILED_SCREEN', { problem: { code: 'unknown' } }, en.shell.retry, 'again'],
    ['ACCOUNT_NOT_FOUND_SCREEN', {}, en.shell.retry, 'again'],
    ['USER_LIMIT_REACHED_SCREEN', {}, en.failure.goBack, 'again'],
    ['ALLOWLIST_REJECTION_SCREEN', {}, en.failure.otherAccount, 'again'],
    [
      'ERROR_SCREEN',
      { problem: { code: 'invalid_origin' }, canRetry: false, intent: 'login' },
      en.shell.close,
      'closed',
    ],
    [
      'ERROR_SCREEN',
      { problem: { code: 'invalid_origin' }, canRetry: true, intent: 'login' },
      en.shell.retry,
      'again',
    ],
  ] as const)('%s %j leads on by "%s"', async (name, data, button, outcome) => {
    const { end } = await setup(name, data)
    expect(screen.getByRole('heading').textContent).not.toBe('')
    press(button)

    expect(end).toHaveBeenCalledWith(outcome, {})
  })

  test('ERROR_SCREEN writes the cause to the console, and points to it on localhost only', async () => {
    const data = { problem: { code: 'invalid_origin' }, canRetry: false, intent: 'login' } as const
    await setup('ERROR_SCREEN', data)
    expect(screen.queryByText('[Sallyport]')).toBeNull()
    cleanup()
    const { warnings } = await setup('ERROR_SCREEN', data, { pageHost: 'localhost:4400' })

    expect(screen.getByText('[Sallyport]')).toBeTruthy()
    await vi.waitFor(() =>
      expect(warnings).toEqual([
        expect.stringMatching(/^\[Sallyport\] .* is not an allowed domain of app a+\./),
      ]),
    )
  })

  test('an expired login starts over by logging in', async () => {
    const { end } = await setup('LOGIN_FAILED_SCREEN', {
      problem: { code: 'missing_or_invalid_token' },
    })
    expect(screen.queryByRole('button', { name: en.shell.retry })).toBeNull()
    press(en.shell.logIn)

    expect(end.mock.calls).toEqual([['again', {}]])
  })
})
