// @vitest-environment happy-dom
import { user as users } from '@sallyport/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import type { LoggedIn } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import { sessionOf } from '../../test-kit/fake-kit.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { emailAccount, login, wireUser } from '../../test-kit/samples.js'

const authenticate = '/passwordless/authenticate'
const wrong = { server: { [authenticate]: refuse('invalid_credentials') } }

function loginOf(address: string): LoggedIn {
  const user = users.fromWire({ ...wireUser, linked_accounts: [emailAccount(address)] })
  return { ...login, user, account: user.linkedAccounts[0] ?? null }
}

afterEach(cleanup)

describe('AWAITING_PASSWORDLESS_CODE', () => {
  const data = {
    method: 'email',
    address: 'ada@gmail.com',
    disableSignup: true,
    intent: 'login',
  } as const
  const paste = (value: string) =>
    fireEvent.change(screen.getByLabelText(en.code.label), { target: { value } })

  test('takes a pasted code with words around it and ends after the tick', async () => {
    const { end, time, inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', data)
    paste('Your code: 204 816.')
    await settle()
    expect(inputsOf(authenticate)).toEqual([
      { email: 'ada@gmail.com', code: '204816', mode: 'no-signup' },
    ])
    expect(end).not.toHaveBeenCalled()
    await time.move(600)

    expect(end).toHaveBeenCalledWith('loggedIn', loginOf('ada@gmail.com'))
  })

  describe('the link in the email', () => {
    const status = '/login_link/status'
    /** The server's answers one after the other; the last one stays. */
    const answering = (...answers: object[]) => {
      let count = 0
      return { server: { [status]: () => answers[Math.min(count++, answers.length - 1)] } }
    }
    const pending = { state: 'pending', number: '42' }

    test('the number it asks for is shown, and the login goes on by itself once approved', async () => {
      const answers = answering(pending, { state: 'approved', number: null })
      const { end, time, inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', data, answers)
      await settle()
      expect(screen.getByText('42')).toBeDefined()
      await time.move(2000)
      expect(inputsOf('/login_link/authenticate')).toEqual([
        { email: 'ada@gmail.com', mode: 'no-signup' },
      ])
      await time.move(600)
      expect(end).toHaveBeenCalledWith('loggedIn', loginOf('ada@gmail.com'))
    })

    test('error: a link that no longer works takes its number away and leaves the code', async () => {
      const answers = answering(pending, { state: 'none', number: null })
      const { end, time, inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', data, answers)
      await settle()
      expect(screen.getByText('42')).toBeDefined()
      await time.move(2000)
      expect(screen.queryByText('42')).toBeNull()
      expect(screen.getByLabelText(en.code.label)).toBeDefined()
      await time.move(60_000)
      expect(inputsOf(status)).toHaveLength(2)
      expect(end).not.toHaveBeenCalled()
    })

    test('error: a login that the server refuses after the approval is tried once', async () => {
      const approved = answering({ state: 'approved', number: null })
      const server = {
        ...approved.server,
        '/login_link/authenticate': refuse('invalid_credentials'),
      }
      const { time, inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', data, { server })
      await time.move(10_000)
      expect(inputsOf('/login_link/authenticate')).toHaveLength(1)
      expect(screen.getByLabelText(en.code.label)).toBeDefined()
    })

    test('is waited for at a login only', async () => {
      const linking = { ...data, intent: 'link' } as const
      const { inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', linking)
      expect(inputsOf(status)).toEqual([])
    })
  })

  const tryCodes = async (...codes: string[]) => {
    for (const code of codes) {
      paste(code)
      await settle()
    }
  }
  const fiveWrong = ['111111', '222222', '333333', '444444', '555555']
  const buttons = () => screen.queryAllByRole('button').map((each) => each.textContent)

  test('error: a wrong code clears the field, keeps the focus, and counts down', async () => {
    await setup('AWAITING_PASSWORDLESS_CODE', data, wrong)
    const said: (string | null)[] = []
    for (const code of fiveWrong.slice(0, 4)) {
      await tryCodes(code)
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
    ])
  })

  test('the fifth wrong code leaves one focused button, which sends a new code without a wait', async () => {
    const { inputsOf, announce } = await setup('AWAITING_PASSWORDLESS_CODE', data, wrong)
    await tryCodes(...fiveWrong)
    expect(screen.getByRole('heading').textContent).toBe(en.code.spentTitle)
    expect(announce).toHaveBeenLastCalledWith(en.code.spentTitle, 'assertive')
    expect(screen.queryByLabelText(en.code.label)).toBeNull()
    expect(buttons()).toEqual([en.code.change, en.code.resend])
    expect(document.activeElement?.textContent).toBe(en.code.resend)
    press(en.code.resend)
    await settle()

    expect(inputsOf('/passwordless/init')).toEqual([{ email: 'ada@gmail.com', login_link: true }])
    expect(screen.getByLabelText<HTMLInputElement>(en.code.label).value).toBe('')
    expect(document.querySelector('.problem')).toBeNull()
    expect(buttons()).toEqual([en.code.change, en.code.sendAgainIn('0:30')])
  })

  test('error: after five wrong codes, a server that refuses another code says how long to wait', async () => {
    await setup('AWAITING_PASSWORDLESS_CODE', data, {
      server: {
        ...wrong.server,
        '/passwordless/init': refuse('too_many_requests', { retry_after: 42 }),
      },
    })
    await tryCodes(...fiveWrong)
    press(en.code.resend)
    // The first refusal loads the code that looks for a challenge in it.
    await screen.findByText(en.problem.waitSeconds('42 sec'))

    expect(document.querySelector('.problem')?.textContent).toBe(en.problem.waitSeconds('42 sec'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: en.code.resend }).disabled).toBe(
      false,
    )
  })

  test('error: codes that did not reach the server are not counted as wrong', async () => {
    await setup('AWAITING_PASSWORDLESS_CODE', data, {
      server: { [authenticate]: refuse('offline') },
    })
    await tryCodes(...fiveWrong)

    expect(document.querySelector('.problem')?.textContent).toBe(en.problem.offline)
    expect(screen.queryByLabelText(en.code.label)).not.toBeNull()
  })

  test('a right code leaves only the tick: no button, link or hint', async () => {
    await setup('AWAITING_PASSWORDLESS_CODE', data)
    await tryCodes('204816')

    expect(document.querySelector('.tick')).not.toBeNull()
    expect(buttons()).toEqual([])
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByText(en.code.notReceived)).toBeNull()
  })

  test('offers a new code after 30 s, and says so once', async () => {
    const { time, announce, inputsOf } = await setup('AWAITING_PASSWORDLESS_CODE', data)
    const button = () => screen.getByRole('button', { name: /send again/i }) as HTMLButtonElement
    await time.move(29_000)
    expect(button().disabled).toBe(true)
    expect(button().textContent).toBe(en.code.sendAgainIn('0:01'))
    expect(announce).not.toHaveBeenCalled()
    await time.move(1_200)
    expect(announce.mock.calls).toEqual([[en.code.resendReady]])
    fireEvent.click(button())
    await settle()

    expect(inputsOf('/passwordless/init')).toEqual([{ email: 'ada@gmail.com', login_link: true }])
    expect(button().disabled).toBe(true)
  })

  test('leads to the inbox of a known provider and back to the address', async () => {
    const { end } = await setup('AWAITING_PASSWORDLESS_CODE', data)
    expect(screen.getByRole('link', { name: /Open Gmail/ }).getAttribute('href')).toMatch(
      /^https:\/\/mail\.google\.com\//,
    )
    press(en.code.change)

    expect(end).toHaveBeenCalledWith('wrongAddress', {})
  })

  test('a wait of fifteen seconds for a code being checked gives the field back, empty; a login that succeeds after all counts', async () => {
    let succeed = () => {}
    const { time, end } = await setup('AWAITING_PASSWORDLESS_CODE', data, {
      server: {
        [authenticate]: (input) =>
          new Promise((resolve) => {
            succeed = () =>
              resolve(
                sessionOf({ ...wireUser, linked_accounts: [emailAccount(String(input.email))] }),
              )
          }),
      },
    })
    fireEvent.change(screen.getByLabelText(en.code.label), { target: { value: '204816' } })
    await time.move(15_100)
    press(en.shell.cancel)
    const field = screen.getByLabelText(en.code.label) as HTMLInputElement
    expect(field.value).toBe('')
    expect(field.readOnly).toBe(false)
    succeed()
    await settle()
    await time.move(600)

    expect(end).toHaveBeenCalledWith('loggedIn', loginOf('ada@gmail.com'))
  })

  test('announces a wrong code with the words on screen: how many tries are left', async () => {
    const { announce } = await setup('AWAITING_PASSWORDLESS_CODE', data, wrong)
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
