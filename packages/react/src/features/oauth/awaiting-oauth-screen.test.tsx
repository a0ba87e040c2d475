// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enOAuth } from '../../copy/en-oauth.js'
import type { OAuthData } from '../../flow/oauth-data.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { press, setup } from '../../test-kit/mount-screen.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function openedWindow(isClosed = false) {
  return { go: vi.fn(), hear: () => () => undefined, isClosed: () => isClosed, close: vi.fn() }
}
const data: OAuthData = {
  provider: 'google',
  intent: 'login',
  way: 'window',
  opened: null,
  returned: null,
  disableSignup: false,
}
const name = 'AWAITING_OAUTH_SCREEN'
const returned = { code: 'code', state: 'state', provider: 'google' } as const
const flags = { disableSignup: false, isHeadless: false }

describe('a login at a provider', () => {
  test('shows the login page in the window that was opened', async () => {
    const opened = openedWindow()
    const { inputsOf } = await setup(name, { ...data, opened })

    await vi.waitFor(() => expect(opened.go).toHaveBeenCalledTimes(1))
    expect(opened.go.mock.calls[0]?.[0]).toBe('https://provider.example/login')
    expect(inputsOf('/oauth/init')).toMatchObject([{ provider: 'google' }])
    expect(screen.getByRole('heading').textContent).toBe(enOAuth.oauth.waitingTitle('Google'))
  })

  test('offers to try again when the window is closed', async () => {
    await setup(name, { ...data, opened: openedWindow(true) })
    expect(await screen.findByRole('button', { name: enOAuth.oauth.closed })).toBeTruthy()
  })

  test('offers another try, and this tab, when the browser blocked the window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    await setup(name, data)
    expect(screen.getByRole('heading').textContent).toBe(enOAuth.oauth.blockedTitle)
    press(enOAuth.oauth.openAgain)
    expect(window.open).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: enOAuth.oauth.sameTab })).toBeTruthy()
  })

  test('OAU-03: error: an answer that this browser did not ask for ends as a failed login', async () => {
    const { end, inputsOf } = await setup(name, {
      ...data,
      way: 'returned',
      returned: { ...returned, ...flags },
    })
    await vi.waitFor(() =>
      expect(end).toHaveBeenCalledWith('failed', { code: 'oauth_state_mismatch' }),
    )
    expect(inputsOf('/oauth/authenticate')).toEqual([])
  })

  test('a login that the user cancelled can be tried again', async () => {
    await setup(name, {
      ...data,
      way: 'returned',
      returned: { ...returned, ...flags, code: 'undefined' },
    })
    expect(await screen.findByRole('heading', { name: enOAuth.oauth.cancelledTitle })).toBeTruthy()
    expect(screen.getByRole('button', { name: en.shell.retry })).toBeTruthy()
  })

  test('error: a login that could not be started closes the window and says why', async () => {
    const opened = openedWindow()
    await setup(name, { ...data, opened }, { server: { '/oauth/init': refuse('internal_error') } })
    expect(await screen.findByText(en.problem.internal_error)).toBeTruthy()
    expect(opened.close).toHaveBeenCalled()
  })

  test('with a captcha the window opens after it, by a further press where the browser wants one', async () => {
    const replace = vi.fn()
    const popup = { closed: false, close: vi.fn(), location: { replace } } as unknown as Window
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { inputsOf } = await setup(name, { ...data, way: 'check' })
    await screen.findByRole('button', { name: en.landing.withProvider('Google') })
    expect(inputsOf('/oauth/init')).toHaveLength(1)

    open.mockReturnValue(popup)
    press(en.landing.withProvider('Google'))
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('https://provider.example/login'))
    expect(inputsOf('/oauth/init')).toHaveLength(1)
    expect(screen.getByRole('heading').textContent).toBe(enOAuth.oauth.waitingTitle('Google'))
  })

  test('with a captcha that asks nothing the window opens by the first press', async () => {
    const replace = vi.fn()
    const popup = { closed: false, close: vi.fn(), location: { replace } } as unknown as Window
    vi.spyOn(window, 'open').mockReturnValue(popup)
    await setup(name, { ...data, way: 'check' })
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('https://provider.example/login'))
  })

  test('linking begins with a press, so that the browser lets the window open', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const server = { '/oauth/init': noAnswer }
    await setup(name, { ...data, intent: 'link', way: 'ask' }, { server })
    await screen.findByRole('button', { name: en.landing.withProvider('Google') })
    expect(open).not.toHaveBeenCalled()
    press(en.landing.withProvider('Google'))
    expect(open).toHaveBeenCalledTimes(1)
  })
})
