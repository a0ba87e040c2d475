// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { job, press, settle, setup } from '../../gallery/mount-screen.js'
import { login, never, refuse, sign, transfer } from '../../gallery/samples.js'
import { en } from '../copy/en.js'

const landing = { prefill: 'ada@example.com', methods: null, disableSignup: false } as const
const code = { method: 'email', address: 'ada@example.com', disableSignup: false } as const

beforeEach(async () => {
  await import('../request-screens.js')
})
afterEach(cleanup)

describe('a wait of fifteen seconds', () => {
  test('is said, and can be cancelled: a code that was sent after all moves nobody on', async () => {
    let arrive = () => {}
    const sendCode = () =>
      new Promise<void>((sent) => {
        arrive = sent
      })
    const { time, announce, end } = setup('LANDING', landing, { sendCode })
    press('Continue')
    await time.advance(14_900)
    expect(screen.queryByRole('button', { name: en.shell.cancel })).toBeNull()
    await time.advance(200)
    expect(announce.mock.calls).toEqual([[en.shell.stillWorking], [en.shell.takesLong]])
    press(en.shell.cancel)
    expect(screen.queryByText(en.shell.takesLong)).toBeNull()
    await act(async () => arrive())

    expect(end).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull()
  })

  test('of a code being checked gives the field back, empty; a login that succeeds after all counts', async () => {
    let succeed = (_: typeof login) => {}
    const loginWithCode = () =>
      new Promise<typeof login>((done) => {
        succeed = done
      })
    const { time, end } = setup('AWAITING_PASSWORDLESS_CODE', code, { loginWithCode })
    fireEvent.change(screen.getByLabelText(en.code.label), { target: { value: '204816' } })
    await time.advance(15_100)
    press(en.shell.cancel)
    const field = screen.getByLabelText(en.code.label) as HTMLInputElement
    expect(field.value).toBe('')
    expect(field.readOnly).toBe(false)
    await act(async () => succeed(login))
    await time.advance(600)

    expect(end).toHaveBeenCalledWith('loggedIn', login)
  })

  test('for new wallets lets the person go on without them, until then nothing closes', async () => {
    const { time, end, guard } = setup(
      'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN',
      { login, chains: ['ethereum'] },
      { createWallets: () => never },
    )
    await time.advance(14_900)
    expect(guard()).toBe('never')
    await time.advance(200)
    expect(guard()).toBeTypeOf('function')
    press(en.wallet.later)

    expect(end).toHaveBeenCalledWith('later', { login })
  })

  test('for a signature can be refused; the screen may then be closed too', async () => {
    const asked = job(sign('Hello'), [], () => never)
    const { time, end, guard } = setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await settle()
    press(en.sign.sign)
    await time.advance(15_100)
    expect(guard()).toBeTypeOf('function')
    press(en.shell.cancel)

    expect(end).toHaveBeenCalledWith('rejected', {})
  })

  test('error: for a transaction offers no way out, since it may be on its way already', async () => {
    const asked = job(transfer, [], () => never)
    const { time, guard } = setup('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN', { job: asked })
    await settle()
    press(en.send.approve)
    await time.advance(15_100)

    expect(screen.getByText(en.shell.takesLong)).toBeTruthy()
    expect(screen.queryByRole('button', { name: en.shell.cancel })).toBeNull()
    expect(guard()).toBe('never')
  })
})

describe('what a screen reader hears of a refused code', () => {
  test('is what is seen: how many tries are left', async () => {
    const loginWithCode = vi.fn(refuse('invalid_credentials'))
    const { announce } = setup('AWAITING_PASSWORDLESS_CODE', code, { loginWithCode })
    for (const value of ['111111', '222222', '333333']) {
      fireEvent.change(screen.getByLabelText(en.code.label), { target: { value } })
      await settle()
    }

    expect(announce.mock.calls).toEqual([
      [en.problem.invalid_credentials, 'assertive'],
      [en.code.attemptsLeft(3), 'assertive'],
      [en.code.attemptsLeft(2), 'assertive'],
    ])
    expect(document.querySelector('.problem')?.textContent).toBe(en.code.attemptsLeft(2))
  })
})
