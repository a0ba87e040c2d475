// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import type { DataOf } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import { press, setup } from '../../test-kit/mount-screen.js'

const init = '/passwordless_sms/init'
const data: DataOf<'LANDING'> = { prefill: null, methods: null, disableSignup: false }
const field = () => screen.queryByLabelText(en.landing.phoneLabel) as HTMLInputElement | null
/** The form is loaded when it is first shown. */
const formShown = () => screen.findByLabelText(en.landing.phoneLabel)
const type = async (value: string) => fireEvent.change(await formShown(), { target: { value } })

afterEach(cleanup)

describe('LANDING with login by phone', () => {
  test.each([
    ['2015550123', '+1 (201) 555-0123'],
    [' +1 201 555 0123 ', '+1 (201) 555-0123'],
    ['+44 07911 123456', '+44 791 112 3456'],
  ])('sends a code to %j and shows the number as %s', async (typed, shown) => {
    const { end, inputsOf } = await setup('LANDING', data, { methods: ['sms'] })
    await type(typed)
    press('Continue')

    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('codeSent', {
        method: 'sms',
        prefill: { type: 'phone', value: shown },
      }),
    )
    expect(inputsOf(init)).toEqual([{ phoneNumber: shown }])
  })

  test('intl.defaultCountry says which country a national number belongs to', async () => {
    const config = { intl: { defaultCountry: 'gb' } }
    const { inputsOf } = await setup('LANDING', data, { methods: ['sms'], config })
    expect(await screen.findByText(en.landing.phoneHelp('United Kingdom'))).toBeTruthy()
    await type('07911 123456')
    press('Continue')

    await waitFor(() => expect(inputsOf(init)).toEqual([{ phoneNumber: '+44 791 112 3456' }]))
  })

  test('a default country that does not exist counts as the US', async () => {
    const config = { intl: { defaultCountry: 'Narnia' } }
    await setup('LANDING', data, { methods: ['sms'], config })
    expect(await screen.findByText(en.landing.phoneHelp('United States'))).toBeTruthy()
  })

  test.each([
    ['201 555', '+1 201555'],
    ['+999 12345678', '+99912345678'],
    ['\uff0b44\u2011(0)7911\u200b123456', '+44 791 112 3456'],
    ['tel:+1-201-555-0142', '+1 (201) 555-0142'],
  ])('%j is sent, for the server to decide, as %s', async (typed, sent) => {
    const { inputsOf } = await setup('LANDING', data, { methods: ['sms'] })
    await type(typed)
    press('Continue')

    await vi.waitFor(() => expect(inputsOf(init)).toEqual([{ phoneNumber: sent }]))
  })

  test.each(['+', 'ada@example.com', '1'])(
    'error: %j is not a phone number, and nothing is sent',
    async (typed) => {
      const { announce, inputsOf } = await setup('LANDING', data, { methods: ['sms'] })
      await type(typed)
      press('Continue')

      await screen.findByText(en.problem.phoneInvalid)
      const line = document.getElementById(field()?.getAttribute('aria-describedby') ?? '')
      expect(line?.textContent).toBe(en.problem.phoneInvalid)
      expect(announce).toHaveBeenCalledWith(en.problem.phoneInvalid, 'assertive')
      expect(inputsOf(init)).toEqual([])
    },
  )

  test('error: an inline refusal stays below the field', async () => {
    const server = { [init]: refuse('too_many_requests', { retry_after: 42 }) }
    const prefill = { type: 'phone', value: '2015550123' } as const
    await setup('LANDING', { ...data, prefill }, { methods: ['sms'], server })
    await formShown()
    press('Continue')

    await screen.findByText(/42/)
  })

  test('beside email it is a row that opens its form; the other form is a row then', async () => {
    await setup('LANDING', data, { methods: ['email', 'sms', 'guest'] })
    expect(field()).toBeNull()
    press(en.landing.phone)

    await formShown()
    expect(screen.queryByLabelText(en.landing.emailLabel)).toBeNull()
    press(en.landing.email)
    expect(screen.getByLabelText(en.landing.emailLabel)).toBeTruthy()
  })

  test.each([
    ['the app passes a number', { prefill: { type: 'phone', value: '2015550123' } as const }, {}],
    ['this browser logged in by SMS last', {}, { lastMethod: 'sms' as const }],
  ])('is open at first when %s', async (_, given, options) => {
    await setup('LANDING', { ...data, ...given }, { methods: ['email', 'sms'], ...options })
    await formShown()
  })
})

describe('AWAITING_PASSWORDLESS_CODE of a phone', () => {
  test('says nothing of mail', async () => {
    await setup('AWAITING_PASSWORDLESS_CODE', {
      method: 'sms',
      address: '+1 (201) 555-0123',
      disableSignup: false,
      intent: 'login',
    })
    expect(screen.queryByText(/mail|spam/i)).toBeNull()
  })

  const code = {
    method: 'sms',
    address: '+1 (201) 555-0123',
    disableSignup: false,
    intent: 'login',
  } as const

  test('shows the number, and logs in with the code', async () => {
    const { end, inputsOf, time } = await setup('AWAITING_PASSWORDLESS_CODE', code)
    expect(screen.getByText('+1 (201) 555-0123')).toBeTruthy()
    fireEvent.change(screen.getByLabelText(en.code.label), { target: { value: '204816' } })

    await waitFor(() => expect(inputsOf('/passwordless_sms/authenticate')).toHaveLength(1))
    await time.move(700)
    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('loggedIn', expect.objectContaining({ method: 'sms' })),
    )
    expect(inputsOf('/passwordless_sms/authenticate')).toEqual([
      { phoneNumber: code.address, code: '204816', mode: 'login-or-sign-up' },
    ])
  })
})
