// @vitest-environment happy-dom
import { crossAppProvider } from '@sallyport/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enAccount } from '../../copy/en-account.js'
import { enCrossAppLogin } from '../../copy/en-cross-app-login.js'
import type { DataOf } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import { press, setup } from '../../test-kit/mount-screen.js'
import { connectionsAnswer, otherAppAccount, otherAppId } from '../../test-kit/other-apps.js'
import { emailAccount, wireUser } from '../../test-kit/samples.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const texts = enCrossAppLogin.crossAppLogin
const provider = crossAppProvider(otherAppId)
const name = 'CROSS_APP_AUTH_SCREEN'
const data: DataOf<typeof name> = {
  provider,
  intent: 'login',
  way: 'window',
  opened: null,
  returned: null,
  disableSignup: false,
}
const openedWindow = (isClosed = false) => ({
  go: vi.fn(),
  hear: () => () => undefined,
  isClosed: () => isClosed,
  close: vi.fn(),
})
const declined = {
  code: 'undefined',
  state: 'state',
  provider,
  disableSignup: false,
  isHeadless: false,
}
const server = connectionsAnswer()

describe('a login with the account of another app', () => {
  test('shows that app in the window, and says what it will share', async () => {
    const opened = openedWindow()
    const { inputsOf } = await setup(name, { ...data, opened }, { server })
    await vi.waitFor(() => expect(opened.go).toHaveBeenCalledTimes(1))
    expect(inputsOf('/oauth/init')).toMatchObject([{ provider }])
    expect(await screen.findByText(texts.shares('Northwind'))).toBeTruthy()
    expect(screen.getByText(texts.signatures('Northwind'))).toBeTruthy()
    expect(screen.getByRole('heading').textContent).toBe(texts.waitingTitle('Northwind'))
  })

  test('XAP-02: says that a read-only connection shares addresses only', async () => {
    const answers = { server: connectionsAnswer({ read_only: true }) }
    await setup(name, { ...data, opened: openedWindow() }, answers)
    expect(await screen.findByText(texts.readOnly)).toBeTruthy()
    expect(screen.queryByText(texts.signatures('Northwind'))).toBeNull()
  })

  test('XAP-01: error: a pair of apps that is not permitted closes the window and says so', async () => {
    const opened = openedWindow()
    const refused = { ...server, '/oauth/init': refuse('cross_app_connection_not_allowed') }
    const { end } = await setup(name, { ...data, opened }, { server: refused })
    const problem = { code: 'cross_app_connection_not_allowed' }
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('failed', problem))
    expect(opened.close).toHaveBeenCalled()
  })

  test('error: a user who declined there can try again', async () => {
    await setup(name, { ...data, way: 'returned', returned: declined }, { server })
    expect(await screen.findByRole('heading', { name: texts.cancelledTitle })).toBeTruthy()
    expect(screen.getByRole('button', { name: en.shell.retry })).toBeTruthy()
  })

  test('offers to try again when the window is closed or was blocked', async () => {
    await setup(name, { ...data, opened: openedWindow(true) }, { server })
    expect(await screen.findByRole('button', { name: texts.closed })).toBeTruthy()
    cleanup()

    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await setup(name, data, { server })
    press(texts.openAgain)
    expect(open).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: texts.sameTab })).toBeTruthy()
  })

  test('linking begins with a press, so that the browser lets the window open', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await setup(name, { ...data, intent: 'link', way: 'ask' }, { server })
    expect(open).not.toHaveBeenCalled()
    const button = await screen.findByRole('button', { name: texts.open('Northwind') })
    button.click()
    expect(open).toHaveBeenCalledTimes(1)
  })
})

describe('the row of another app on the first screen', () => {
  const landing = { prefill: null, methods: null, disableSignup: false }

  test('has its name, and opens its window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { end } = await setup('LANDING', landing, { methods: ['email', provider], server })
    const row = await screen.findByRole('button', { name: en.landing.withProvider('Northwind') })
    row.click()
    expect(end).toHaveBeenCalledWith('providerChosen', { provider, way: 'window', opened: null })
  })

  test('is not there for an app that is not connected', async () => {
    const other = connectionsAnswer({ provider_app_id: 'c'.repeat(25) })
    const { inputsOf } = await setup('LANDING', landing, {
      methods: ['email', provider],
      server: other,
    })
    await vi.waitFor(() => expect(inputsOf(Object.keys(other)[0] ?? '')).toHaveLength(1))
    await vi.waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
    expect(screen.queryByRole('button', { name: en.landing.withProvider('Northwind') })).toBeNull()
  })
})

describe('the account sheet', () => {
  const accounts = [emailAccount('ada@example.com'), otherAppAccount]
  test('names the app of a linked account, and offers one that is not linked', async () => {
    await setup('ACCOUNT_SCREEN', {}, { accounts, server })
    expect(await screen.findByRole('button', { name: /^Northwind/ })).toBeTruthy()
    cleanup()

    const config = { loginMethods: ['email' as const, provider] }
    const { end } = await setup(
      'ACCOUNT_ADD_SCREEN',
      {},
      {
        accounts: accounts.slice(0, 1),
        server,
        config,
      },
    )
    const row = await screen.findByRole('button', { name: /^Northwind/ })
    row.click()
    expect(end).toHaveBeenCalledWith('chosen', { method: provider })
  })

  test('shows the wallets there, and unlinks the account', async () => {
    const { accountOf } = (await import('@sallyport/core')).user
    const unlinking = { ...server, '/oauth/unlink': () => wireUser }
    const { inputsOf, end } = await setup(
      'ACCOUNT_LINKED_SCREEN',
      { linked: accountOf(otherAppAccount) },
      { accounts, server: unlinking },
    )
    expect(await screen.findByText(texts.wallets('Northwind'))).toBeTruthy()
    press(enAccount.account.remove)
    press(enAccount.account.confirmRemove)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('removed', {}))
    expect(inputsOf('/oauth/unlink')).toEqual([{ provider, subject: otherAppAccount.subject }])
  })
})
