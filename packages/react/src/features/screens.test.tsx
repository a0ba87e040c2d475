// @vitest-environment happy-dom
import type { ConfirmRequest, RequestStep } from '@sallyport/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { job, press, settle, setup } from '../../gallery/mount-screen.js'
import { login, never, refuse, sign, transfer, wallets } from '../../gallery/samples.js'
import { en } from '../copy/en.js'
import type { DataOf } from '../flow/screens.js'
import type { Services } from '../modal/services.js'

const { user } = login
const message: ConfirmRequest = sign('Hello')

beforeEach(async () => {
  await import('../request-screens.js')
})
afterEach(cleanup)

describe('LANDING', () => {
  test.each([
    ['is said where guests are let in', ['email', 'guest'] as const, 1],
    ['is not mentioned elsewhere', ['email'] as const, 0],
  ])('that a guest’s wallet lives in this browser only %s', (_, methods, times) => {
    setup(
      'LANDING',
      { prefill: '', methods: null, disableSignup: false },
      { methods: [...methods] },
    )

    expect(screen.queryAllByText(en.landing.guestNote)).toHaveLength(times)
  })

  const data: DataOf<'LANDING'> = { prefill: '', methods: null, disableSignup: false }
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(en.landing.emailLabel), { target: { value } })

  test('sends a code to the lower-cased address', async () => {
    const sendCode = vi.fn(async () => {})
    const { end } = setup('LANDING', data, { sendCode })
    type('  Ada@Example.com ')
    press('Continue')

    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('emailSent', { address: 'ada@example.com' }),
    )
    expect(sendCode).toHaveBeenCalledWith('ada@example.com')
  })

  test('error: what is no address stays, is said below the field, and reaches nobody', async () => {
    const sendCode = vi.fn(async () => {})
    const { announce } = setup('LANDING', data, { sendCode })
    type('ada@')
    press('Continue')

    const input = screen.getByLabelText(en.landing.emailLabel) as HTMLInputElement
    const line = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(line?.textContent).toBe(en.problem.emailInvalid)
    expect(input.value).toBe('ada@')
    expect(announce).toHaveBeenCalledWith(en.problem.emailInvalid, 'assertive')
    expect(sendCode).not.toHaveBeenCalled()
  })

  test('error: an inline refusal keeps the field; another one ends the screen', async () => {
    const { end } = setup(
      'LANDING',
      { ...data, prefill: 'ada@example.com' },
      { sendCode: refuse('disallowed_plus_email') },
    )
    press('Continue')
    await screen.findByText(en.problem.disallowed_plus_email)
    expect(end).not.toHaveBeenCalled()
    cleanup()

    const other = setup(
      'LANDING',
      { ...data, prefill: 'ada@example.com' },
      { sendCode: refuse('allowlist_rejected') },
    )
    press('Continue')
    await waitFor(() =>
      expect(other.end).toHaveBeenCalledWith('failed', { code: 'allowlist_rejected' }),
    )
  })

  test('a double press is one', async () => {
    const sendCode = vi.fn(() => new Promise<void>(() => {}))
    setup('LANDING', { ...data, prefill: 'ada@example.com' }, { sendCode })
    press('Continue')
    fireEvent.submit(screen.getByLabelText(en.landing.emailLabel).closest('form')!)
    await settle()

    expect(sendCode).toHaveBeenCalledTimes(1)
  })

  test('says after four seconds that it is still working', async () => {
    const { time, announce } = setup(
      'LANDING',
      { ...data, prefill: 'a@b.co' },
      { sendCode: () => new Promise(() => {}) },
    )
    press('Continue')
    await time.advance(3900)
    expect(announce).not.toHaveBeenCalled()
    await time.advance(200)

    expect(announce).toHaveBeenCalledWith(en.shell.stillWorking)
  })

  test('lets guests in where they are on, and marks the last method', async () => {
    const { end } = setup('LANDING', data, { lastMethod: () => 'guest' })
    press(/Continue as guest.*Last used/)

    await waitFor(() => expect(end).toHaveBeenCalledWith('loggedIn', login))
    cleanup()
    setup('LANDING', data, { methods: ['email'] })
    expect(screen.queryByText(en.landing.guest)).toBeNull()
  })

  test.each([
    ['loading', en.landing.loading],
    ['offline', en.landing.offlineTitle],
    ['unreachable', en.landing.unreachableTitle],
  ] as const)('shows that the app is %s', (connection, title) => {
    setup('LANDING', data, { connection })

    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })
})

describe('AWAITING_PASSWORDLESS_CODE', () => {
  const data = { method: 'email', address: 'ada@gmail.com', disableSignup: true } as const
  const paste = (value: string) =>
    fireEvent.change(screen.getByLabelText(en.code.label), { target: { value } })

  test('takes a pasted code with words around it and ends after the tick', async () => {
    const loginWithCode = vi.fn(async () => login)
    const { end, time } = setup('AWAITING_PASSWORDLESS_CODE', data, { loginWithCode })
    paste('Your code: 204 816.')
    await settle()
    expect(loginWithCode).toHaveBeenCalledWith({
      email: 'ada@gmail.com',
      code: '204816',
      disableSignup: true,
    })
    expect(end).not.toHaveBeenCalled()
    await time.advance(600)

    expect(end).toHaveBeenCalledWith('loggedIn', login)
  })

  test('error: a wrong code clears the field, keeps the focus, and counts down', async () => {
    setup('AWAITING_PASSWORDLESS_CODE', data, { loginWithCode: refuse('invalid_credentials') })
    const said: (string | null)[] = []
    for (const code of ['111111', '222222', '333333', '444444', '555555']) {
      paste(code)
      await settle()
      const input = screen.getByLabelText(en.code.label) as HTMLInputElement
      expect(input.value).toBe('')
      expect(document.activeElement).toBe(input)
      said.push(document.querySelector('.problem')?.textContent ?? null)
    }

    expect(said).toEqual([
      en.problem.invalid_credentials,
      en.code.attemptsLeft(3),
      en.code.attemptsLeft(2),
      en.code.attemptsLeft(1),
      en.code.spent,
    ])
  })

  test('offers a new code after 30 s, and says so once', async () => {
    const sendCode = vi.fn(async () => {})
    const { time, announce } = setup('AWAITING_PASSWORDLESS_CODE', data, { sendCode })
    const button = () => screen.getByRole('button', { name: /new code/i }) as HTMLButtonElement
    await time.advance(29_000)
    expect(button().disabled).toBe(true)
    expect(announce).not.toHaveBeenCalled()
    await time.advance(1_200)
    expect(announce.mock.calls).toEqual([[en.code.resendReady]])
    fireEvent.click(button())
    await settle()

    expect(sendCode).toHaveBeenCalledWith('ada@gmail.com')
    expect(button().disabled).toBe(true)
  })

  test('leads to the inbox of a known provider and back to the address', () => {
    const { end } = setup('AWAITING_PASSWORDLESS_CODE', data)
    expect(screen.getByRole('link', { name: /Open Gmail/ }).getAttribute('href')).toMatch(
      /^https:\/\/mail\.google\.com\//,
    )
    press(en.code.wrongAddress)

    expect(end).toHaveBeenCalledWith('wrongAddress', {})
  })
})

describe('AFFIRMATIVE_CONSENT_SCREEN', () => {
  test('needs the tick, hands on the changed user, and cannot be closed past', async () => {
    const changed = { ...user, hasAcceptedTerms: true }
    const { end, guard } = setup(
      'AFFIRMATIVE_CONSENT_SCREEN',
      { login },
      { acceptTerms: async () => changed },
    )
    expect(guard()).toBe('never')
    expect(
      (screen.getByRole('button', { name: en.consent.accept }) as HTMLButtonElement).disabled,
    ).toBe(true)
    fireEvent.click(screen.getByRole('checkbox'))
    press(en.consent.accept)

    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('accepted', { login: { ...login, user: changed } }),
    )
  })

  test('no thanks logs out', async () => {
    const logout = vi.fn(async () => {})
    const { end } = setup('AFFIRMATIVE_CONSENT_SCREEN', { login }, { logout })
    press(en.consent.decline)

    await waitFor(() => expect(end).toHaveBeenCalledWith('declined', {}))
    expect(logout).toHaveBeenCalledTimes(1)
  })
})

describe('wallet screens', () => {
  test('makes wallets once and hands them on', async () => {
    const createWallets = vi.fn(async () => wallets)
    const { end } = setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['ethereum'] },
      { createWallets },
    )

    await waitFor(() => expect(end).toHaveBeenCalledWith('created', { login, wallets }))
    expect(createWallets.mock.calls).toEqual([[['ethereum']]])
  })

  test('error: a failure can be tried again or left for later', async () => {
    const { end, guard } = setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['solana'] },
      { createWallets: refuse('wallet_unavailable') },
    )
    await screen.findByText(en.wallet.createFailedTitle)
    expect(guard()).toBeTypeOf('function')
    press(en.wallet.later)

    expect(end).toHaveBeenCalledWith('later', { login })
  })

  test('the new wallet is shown for 1.4 s', async () => {
    const { end, time } = setup('EMBEDDED_WALLET_CREATED_SCREEN', { login, wallets })
    expect(screen.getByText('0x12f…9aB4')).toBeTruthy()
    await time.advance(1300)
    expect(end).not.toHaveBeenCalled()
    await time.advance(200)

    expect(end).toHaveBeenCalledWith('seen', { login })
  })

  test('connecting leads on, and offers another try after a failure', async () => {
    const connect = vi
      .fn()
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 4900 }))
      .mockResolvedValue(undefined)
    const asked = job(transfer)
    const { end } = setup('EMBEDDED_WALLET_CONNECTING_SCREEN', { job: asked }, { connect })
    await screen.findByText(en.wallet.connectFailedTitle)
    press(en.shell.retry)

    await waitFor(() => expect(end).toHaveBeenCalledWith('connected', { job: asked }))
    const failure = expect.objectContaining({ code: 4900 })
    expect(vi.mocked(asked.noteFailure).mock.calls).toEqual([[null], [failure], [null]])
  })

  test('a wallet that does not open can be left alone', async () => {
    const connect = () => Promise.reject(Object.assign(new Error(), { code: 4900 }))
    const { end } = setup('EMBEDDED_WALLET_CONNECTING_SCREEN', { job: job(message) }, { connect })
    await screen.findByText(en.wallet.connectFailedTitle)
    press(en.shell.close)

    expect(end).toHaveBeenCalledWith('closed', {})
  })

  test('on a new device it says that the wallet is restored', async () => {
    const connect = vi.fn((_: string, _onRecovering: () => void) => new Promise<void>(() => {}))
    const data = { job: job(message) }
    const { announce } = setup('EMBEDDED_WALLET_CONNECTING_SCREEN', data, { connect })
    await screen.findByText(en.wallet.connectingTitle)
    act(() => connect.mock.calls[0]?.[1]())

    expect(screen.getByText(en.wallet.restoringTitle)).toBeTruthy()
    expect(announce).toHaveBeenCalledWith(en.wallet.restoringTitle)
  })
})

describe('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', () => {
  test('shows the text, signs on press, and delivers before it closes', async () => {
    const asked = job(message)
    const { end, time } = setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect((await screen.findByRole('region', { name: en.sign.message })).textContent).toBe('Hello')
    press(en.sign.sign)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
    await time.advance(1000)

    expect(end).toHaveBeenCalledWith('finished', {})
  })

  test('rejecting and closing both refuse; while it signs closing waits', async () => {
    const asked = job(message, [], () => new Promise(() => {}))
    const { end, guard } = setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await screen.findByText('Hello')
    ;(guard() as () => void)()
    press(en.sign.reject)
    expect(end.mock.calls).toEqual([
      ['rejected', {}],
      ['rejected', {}],
    ])
    press(en.sign.sign)
    await settle()

    expect(guard()).toBe('never')
  })

  test('a bare digest is signed only past a warning that the app cannot reword', async () => {
    const digest = `0x${'ab'.repeat(32)}`
    const asked = job({ kind: 'sign-digest', address: '0xa', digest })
    asked.ui = { title: 'Log in', description: 'Just a check', buttonText: 'Go' }
    const { end } = setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect(await screen.findByText(en.sign.digestTitle)).toBeTruthy()
    expect(screen.queryByText(digest)).toBeNull()
    expect(screen.queryByRole('button', { name: en.sign.sign })).toBeNull()
    press(en.sign.reject)
    expect(end).toHaveBeenCalledWith('rejected', {})

    press(en.sign.digestContinue)
    expect(screen.getByText(digest)).toBeTruthy()
    expect(screen.getByText(en.sign.digestTitle)).toBeTruthy()
    for (const text of ['Log in', 'Just a check', 'Go', en.sign.free]) {
      expect(screen.queryByText(text)).toBeNull()
    }
    press(en.sign.sign)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  const typed = (primaryType: string, domain: object = {}) =>
    job({
      kind: 'sign-typed-data',
      address: '0xa',
      chainId: 31337,
      typedData: {
        domain: { name: 'USD Coin', ...domain },
        primaryType,
        types: { [primaryType]: [{ name: 'value', type: 'uint256' }] },
        message: { value: '5' },
      },
    })

  test.each([
    'Permit',
    'PermitSingle',
    'PermitBatch',
    'TransferWithAuthorization',
    'ReceiveWithAuthorization',
  ])('warns that a %s can spend, and does not call it free', async (type) => {
    setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed(type) })

    expect(await screen.findByText('This can let someone spend your tokens')).toBeTruthy()
    expect(screen.queryByText(en.sign.free)).toBeNull()
  })

  test.each<[unknown, boolean]>([
    [1, true],
    ['0x1', true],
    [31337, false],
    ['31337', false],
    [undefined, false],
  ])('data for chain %s warns of another network: %s', async (chainId, warns) => {
    setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed('Mail', { chainId }) })

    expect(await screen.findByText(en.sign.free)).toBeTruthy()
    expect(screen.queryByText(en.sign.chainMismatch) !== null).toBe(warns)
  })

  test('warns of bytes that are no text', async () => {
    setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', {
      job: job(sign('0xdeadbeef')),
    })

    expect(await screen.findByText(en.sign.hexNote)).toBeTruthy()
  })
})

describe('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', () => {
  const approve = () => screen.getByRole('button', { name: en.send.approve }) as HTMLButtonElement
  const ready = () => waitFor(() => expect(approve().disabled).toBe(false))

  test.each<[RequestStep[], string]>([
    [[{ step: 'submitted', hash: '0xabc' }], en.send.submittedTitle],
    [
      [
        { step: 'submitted', hash: '0xabc' },
        { step: 'confirmed', hash: '0xabc' },
      ],
      en.send.confirmedTitle,
    ],
    [[{ step: 'failed', hash: '0xabc', reason: 'x' }], en.send.failedTitle],
    [[{ step: 'timed-out', hash: '0xabc' }], en.send.slowTitle],
  ])('%j is shown as "%s"', async (steps, title) => {
    const asked = job(transfer, steps)
    const { end, guard } = setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await screen.findByRole('heading', { name: 'Send ETH' })
    await ready()
    fireEvent.click(approve())
    await screen.findByRole('heading', { name: title })
    ;(guard() as () => void)()

    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
    expect(end).toHaveBeenCalledWith('finished', {})
  })

  test('error: too little money is said exactly and cannot be approved', async () => {
    setup(
      'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
      { job: job(transfer) },
      { prepare: async () => ({ fee: 5n, balance: 250_000_000_000_000_000n, likelyFails: false }) },
    )

    expect(await screen.findByText('You need 0.000000000000000005 ETH more.')).toBeTruthy()
    expect(approve().disabled).toBe(true)
  })

  test.each<[string, Partial<Services>]>([
    ['too little money', { prepare: async () => ({ fee: 5n, balance: 0n, likelyFails: false }) }],
    ['a network that does not answer', { prepare: () => never }],
  ])('signing without sending does not wait for %s', async (_, services) => {
    const asked = job({ ...transfer, kind: 'sign-transaction' } as ConfirmRequest)
    setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked }, services)
    await screen.findByRole('heading', { name: en.send.signTitle })
    await settle()

    expect(screen.queryByText(en.send.shortTitle)).toBeNull()
    press(en.send.signOnly)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  test('SIG-15: error: a refused broadcast is explained and can be tried again', async () => {
    const run = vi
      .fn()
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 'transaction_broadcast_failure' }))
      .mockResolvedValue('0x1')
    const asked = job(transfer, [], run)
    setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await screen.findByRole('heading', { name: 'Send ETH' })
    await ready()
    fireEvent.click(approve())
    await screen.findByText(new RegExp(en.send.notSentHelp))
    expect(asked.deliver).not.toHaveBeenCalled()
    fireEvent.click(approve())
    await settle()

    expect(asked.deliver).toHaveBeenCalledWith('0x1')
  })
})

describe('failures', () => {
  test.each([
    ['LOGIN_FAILED_SCREEN', { problem: { code: 'unknown' } }, en.shell.retry, 'again'],
    ['ACCOUNT_NOT_FOUND_SCREEN', {}, en.shell.retry, 'again'],
    ['USER_LIMIT_REACHED_SCREEN', {}, en.failure.goBack, 'again'],
    ['ALLOWLIST_REJECTION_SCREEN', {}, en.failure.otherAccount, 'again'],
    [
      'ERROR_SCREEN',
      { problem: { code: 'invalid_origin' }, canRetry: false },
      en.shell.close,
      'closed',
    ],
    [
      'ERROR_SCREEN',
      { problem: { code: 'invalid_origin' }, canRetry: true },
      en.shell.retry,
      'again',
    ],
  ] as const)('%s %j leads on by "%s"', (name, data, button, outcome) => {
    const { end } = setup(name, data)
    expect(screen.getByRole('heading').textContent).not.toBe('')
    press(button)

    expect(end).toHaveBeenCalledWith(outcome, {})
  })
})
