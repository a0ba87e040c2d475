// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import type { DataOf, LoggedIn } from '../../flow/screens.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { metaMask } from '../../test-kit/external-wallets.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { login } from '../../test-kit/samples.js'

const init = '/passwordless/init'
const guest: LoggedIn = { ...login, method: 'guest', user: { ...login.user, isGuest: true } }

afterEach(cleanup)

describe('LANDING', () => {
  test.each([
    ['is shown where guests may log in', ['email', 'guest'] as const, 1],
    ['is not shown elsewhere', ['email'] as const, 0],
  ])('the warning about guest wallets %s', async (_, methods, times) => {
    await setup(
      'LANDING',
      { prefill: null, methods: null, disableSignup: false },
      { methods: [...methods] },
    )

    await waitFor(() => expect(screen.queryAllByText(en.landing.guestNote)).toHaveLength(times))
  })

  test.each([
    [true, ['wallet', 'email']],
    [false, ['email', 'wallet']],
  ])(
    'showWalletLoginFirst %s decides whether wallets stand before the form',
    async (isFirst, expected) => {
      await setup('LANDING', data, {
        methods: ['email', 'wallet'],
        wallets: [metaMask],
        config: { appearance: { showWalletLoginFirst: isFirst } },
      })
      const row = await screen.findByRole('button', { name: /MetaMask/ })
      const field = screen.getByLabelText(en.landing.emailLabel)
      const isBefore = row.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING
      expect(isBefore ? ['wallet', 'email'] : ['email', 'wallet']).toEqual(expected)
    },
  )

  const data: DataOf<'LANDING'> = { prefill: null, methods: null, disableSignup: false }
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(en.landing.emailLabel), { target: { value } })

  test('inside of another app, methods that are refused there are left out, and a row leads to the way out', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 336.0'
    const { end } = await setup('LANDING', data, { methods: ['email', 'google'], userAgent })
    const wayOut = await screen.findByRole('button', { name: en.landing.outside })
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
    fireEvent.click(wayOut)
    const url = window.location.href
    expect(end).toHaveBeenCalledWith('impossible', { url, userAgent, intent: 'login' })
  })

  test('where no method works inside of another app, each says so', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux) Discord/1.0'
    const { end } = await setup('LANDING', data, { methods: ['google'], userAgent })
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    expect(screen.queryByRole('button', { name: en.landing.outside })).toBeNull()
    expect(end).toHaveBeenCalledWith('impossible', expect.objectContaining({ userAgent }))
  })

  test('sends a code to the lower-cased address', async () => {
    const { end, inputsOf } = await setup('LANDING', data)
    type('  Ada@Example.com ')
    press('Continue')

    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('codeSent', {
        method: 'email',
        prefill: { type: 'email', value: 'ada@example.com' },
      }),
    )
    expect(inputsOf(init)).toEqual([{ email: 'ada@example.com', login_link: true }])
  })

  test('error: sends no code to text that is not an address; the text stays, with the problem below it', async () => {
    const { announce, inputsOf } = await setup('LANDING', data)
    type('ada@')
    press('Continue')

    const input = screen.getByLabelText(en.landing.emailLabel) as HTMLInputElement
    const line = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(line?.textContent).toBe(en.problem.emailInvalid)
    expect(input.value).toBe('ada@')
    expect(announce).toHaveBeenCalledWith(en.problem.emailInvalid, 'assertive')
    expect(inputsOf(init)).toEqual([])
  })

  test('error: an inline refusal keeps the field; another one ends the screen', async () => {
    const { end } = await setup(
      'LANDING',
      { ...data, prefill: { type: 'email', value: 'ada@example.com' } },
      { server: { [init]: refuse('disallowed_plus_email') } },
    )
    press('Continue')
    await screen.findByText(en.problem.disallowed_plus_email)
    expect(end).not.toHaveBeenCalled()
    cleanup()

    const other = await setup(
      'LANDING',
      { ...data, prefill: { type: 'email', value: 'ada@example.com' } },
      { server: { [init]: refuse('allowlist_rejected') } },
    )
    press('Continue')
    await waitFor(() =>
      expect(other.end).toHaveBeenCalledWith('failed', { code: 'allowlist_rejected' }),
    )
  })

  test('a double press sends one code', async () => {
    const { inputsOf } = await setup(
      'LANDING',
      { ...data, prefill: { type: 'email', value: 'ada@example.com' } },
      { server: { [init]: noAnswer } },
    )
    press('Continue')
    fireEvent.submit(screen.getByLabelText(en.landing.emailLabel).closest('form')!)
    await settle()

    expect(inputsOf(init)).toHaveLength(1)
  })

  test('says after four seconds that it is still working', async () => {
    const { time, announce } = await setup(
      'LANDING',
      { ...data, prefill: { type: 'email', value: 'a@b.co' } },
      { server: { [init]: noAnswer } },
    )
    press('Continue')
    await time.move(3900)
    expect(announce).not.toHaveBeenCalled()
    await time.move(200)

    expect(announce).toHaveBeenCalledWith(en.shell.stillWorking)
  })

  test('draws rows that are loaded late together with the form', async () => {
    await setup('LANDING', data, { methods: ['email', 'google', 'passkey', 'guest'] })

    expect(screen.getByLabelText(en.landing.emailLabel)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Google/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: en.landing.guest })).toBeTruthy()
    expect(document.querySelector('.skeleton')).toBeNull()
  })

  test.each([
    ['email', /Last used/],
    ['google', /Continue with Google.*Last used/],
  ] as const)(
    'the entry of the last login by %s shows its masked address',
    async (method, name) => {
      await setup('LANDING', data, {
        methods: ['email', 'google'],
        lastMethod: method,
        lastAddress: 'a•••@example.com',
      })

      expect(screen.getByText('a•••@example.com').closest('button, form')?.textContent).toMatch(
        name,
      )
    },
  )

  test('logs guests in where they are enabled, and marks the last method', async () => {
    const { end } = await setup('LANDING', data, { lastMethod: 'guest' })
    press(/Continue as guest.*Last used/)

    await waitFor(() => expect(end).toHaveBeenCalledWith('loggedIn', guest))
    cleanup()
    await setup('LANDING', data, { methods: ['email'] })
    expect(screen.queryByText(en.landing.guest)).toBeNull()
  })

  test.each([
    ['loading', en.landing.loading],
    ['offline', en.landing.offlineTitle],
    ['unreachable', en.landing.unreachableTitle],
  ] as const)('shows that the app is %s', async (connection, title) => {
    await setup('LANDING', data, { connection })

    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  test.each([
    'missing_or_invalid_privy_app_id',
    'invalid_origin',
    'missing_or_invalid_privy_client_id',
    'insecure_page',
    'invalid_app_id',
    'invalid_api_url',
  ] as const)('settings that were refused by %s lead to the screen that says why', async (code) => {
    const { end } = await setup('LANDING', data, { connection: 'unreachable', reason: code })

    expect(end).toHaveBeenCalledWith('failed', { code })
  })

  test.each(['internal_error', 'offline', 'too_many_requests', 'of_a_newer_server'])(
    'settings that did not come for %s can be asked for again',
    async (reason) => {
      const { end } = await setup('LANDING', data, { connection: 'unreachable', reason })

      expect(screen.getByRole('heading', { name: en.landing.unreachableTitle })).toBeTruthy()
      expect(end).not.toHaveBeenCalled()
    },
  )

  test.each([
    'localhost:4400',
    '192.168.1.20:5173',
    '10.0.0.2',
    '172.20.1.1',
    'app.localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
  ])('an unreachable server points developers on %s to the console', async (pageHost) => {
    await setup('LANDING', data, { connection: 'unreachable', pageHost })

    expect(screen.getByText('[Sallyport]')).toBeTruthy()
  })

  test.each([
    'app.harbour.example',
    'localhost.example.com',
    'notlocalhost',
    '172.32.0.1',
    '10.example.com',
    '193.168.1.20',
  ])('an unreachable server says nothing to developers on %s', async (pageHost) => {
    await setup('LANDING', data, { connection: 'unreachable', pageHost })

    expect(screen.queryByText('[Sallyport]')).toBeNull()
  })

  test('a wait of fifteen seconds is announced and can be cancelled: a code that was sent after all changes nothing', async () => {
    let arrive = () => {}
    const sent = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ success: true })
      })
    const { time, announce, end } = await setup(
      'LANDING',
      { ...data, prefill: { type: 'email', value: 'ada@example.com' } },
      { server: { [init]: sent } },
    )
    press('Continue')
    await time.move(14_900)
    expect(screen.queryByRole('button', { name: en.shell.cancel })).toBeNull()
    await time.move(200)
    expect(announce.mock.calls).toEqual([[en.shell.stillWorking], [en.shell.takesLong]])
    press(en.shell.cancel)
    expect(screen.queryByText(en.shell.takesLong)).toBeNull()
    arrive()
    await settle()

    expect(end).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull()
  })
})
