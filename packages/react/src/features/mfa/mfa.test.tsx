// @vitest-environment happy-dom
import { FrameError } from '@sallyport/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enMfa } from '../../copy/en-mfa.js'
import { refuse } from '../../test-kit/answers.js'
import { press, settle, setup } from '../../test-kit/mount-screen.js'
import { emailAccount, phoneAccount } from '../../test-kit/samples.js'
import { fakeVerification } from '../../test-kit/verification.js'

afterEach(cleanup)

const { mfa: texts } = enMfa
const accounts = [emailAccount('ada@harbour.example')]
const offered = { accounts, mfaMethods: ['sms', 'totp', 'passkey'] as const }

async function typeCode(code: string) {
  fireEvent.change(await screen.findByLabelText(en.code.label), { target: { value: code } })
  await settle()
}

describe('MFA_ENROLLMENT_FLOW_SCREEN', () => {
  test('says first when a second step is asked for, and then lists what the app offers', async () => {
    const { end } = await setup('MFA_ENROLLMENT_FLOW_SCREEN', { isIntroDone: false }, offered)
    expect(await screen.findByText(texts.introSign)).toBeTruthy()
    press(en.landing.continue)
    press(/Authenticator app/)

    expect(end).toHaveBeenCalledWith('chosen', { method: 'totp' })
  })

  test('a user with a factor sees its state, and manages it by a press', async () => {
    const { end } = await setup(
      'MFA_ENROLLMENT_FLOW_SCREEN',
      { isIntroDone: false },
      { ...offered, factors: ['totp'] },
    )
    press(/Authenticator app.*On/)

    expect(end).toHaveBeenCalledWith('manages', { method: 'totp' })
  })

  test('a reset that is under way is said', async () => {
    const server = { '/mfa/reset': () => ({ due_at: 1_767_873_600 }) }
    await setup(
      'MFA_ENROLLMENT_FLOW_SCREEN',
      { isIntroDone: true },
      { ...offered, factors: ['totp'], server },
    )

    expect(await screen.findByText(/will be turned off on Jan 8, 2026/)).toBeTruthy()
  })
})

describe('MFA_TOTP_SCREEN', () => {
  test('shows the secret as a QR code and as text, and takes a code of the app', async () => {
    const { end, inputsOf, time, announce } = await setup('MFA_TOTP_SCREEN', {}, offered)
    await screen.findByRole('img', { name: texts.totpQr })
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    press(en.landing.continue)
    await typeCode('204816')
    await vi.waitFor(() => expect(announce).toHaveBeenCalledWith(texts.added))
    await time.move(600)

    expect(inputsOf('privy:mfa:submit-enrollment')).toMatchObject([
      { method: 'totp', code: '204816' },
    ])
    expect(end).toHaveBeenCalledWith('enrolled', { isFirst: true })
  })

  test('a wrong code is explained, and the next one may be typed at once', async () => {
    const frame = { 'privy:mfa:submit-enrollment': refuse('invalid_credentials') }
    const { end } = await setup('MFA_TOTP_SCREEN', {}, { ...offered, frame })
    await screen.findByRole('img', { name: texts.totpQr })
    press(en.landing.continue)
    await typeCode('111111')

    expect(await screen.findByText(texts.totpWrong)).toBeTruthy()
    expect(end).not.toHaveBeenCalled()
  })
})

describe('MFA_SMS_SCREEN', () => {
  const enter = async (number: string) => {
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: number } })
    press(en.landing.continue)
    await settle()
  }

  test('SMS-07: the number that the user logs in with is refused before a code is sent', async () => {
    const { end, inputsOf } = await setup(
      'MFA_SMS_SCREEN',
      {},
      { ...offered, accounts: [phoneAccount] },
    )
    await enter('(201) 555-0123')

    expect(await screen.findByText(texts.smsIsLogin)).toBeTruthy()
    expect(inputsOf('privy:mfa:init-enrollment')).toEqual([])
    expect(end).not.toHaveBeenCalled()
  })

  test('sends a code to another number', async () => {
    const { end, inputsOf } = await setup('MFA_SMS_SCREEN', {}, offered)
    await enter('+1 415 555 0199')
    await vi.waitFor(() => expect(end).toHaveBeenCalled())

    expect(inputsOf('privy:mfa:init-enrollment')).toMatchObject([{ method: 'sms' }])
    expect(end.mock.calls[0]?.[0]).toBe('codeSent')
  })
})

describe('MFA_RECOVERY_CODES_SCREEN', () => {
  test('can be left only after the codes are said to be saved', async () => {
    const { end, guard } = await setup('MFA_RECOVERY_CODES_SCREEN', {}, offered)
    const done = await screen.findByRole('button', { name: texts.codesDone })
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
    expect(guard()).toBe('never')
    expect(done).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('checkbox'))
    press(texts.codesDone)

    expect(end).toHaveBeenCalledWith('saved', {})
  })
})

describe('MFA_REMOVE_SCREEN', () => {
  test('warns that it is the last one, and removes it', async () => {
    const { end, inputsOf } = await setup(
      'MFA_REMOVE_SCREEN',
      { method: 'totp' },
      { ...offered, factors: ['totp'] },
    )
    expect(await screen.findByText(texts.removeLast)).toBeTruthy()
    press(texts.remove)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('removed', {}))

    expect(inputsOf('privy:mfa:unenroll')).toMatchObject([{ method: 'totp' }])
  })

  test('passkeys are unlinked as well where the app says so', async () => {
    const { inputsOf, end } = await setup(
      'MFA_REMOVE_SCREEN',
      { method: 'passkey' },
      {
        ...offered,
        factors: ['totp', 'passkey'],
        config: { passkeys: { shouldUnlinkOnUnenrollMfa: true } },
      },
    )
    expect(await screen.findByText(texts.removePasskeysUnlinked)).toBeTruthy()
    press(texts.remove)
    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('removed', {}))

    expect(inputsOf('privy:mfa:submit-enrollment')).toMatchObject([
      { method: 'passkey', credentialIds: [], removeForLogin: true },
    ])
  })
})

describe('MFA_RESET_SCREEN', () => {
  test('says when a reset takes effect, and cancels it', async () => {
    const { inputsOf } = await setup('MFA_RESET_SCREEN', {}, { ...offered, factors: ['totp'] })
    await settle()
    press(texts.resetStart)
    expect(await screen.findByText(/January 8, 2026/)).toBeTruthy()
    press(texts.resetCancel)
    await screen.findByText(texts.resetTitle)

    expect(inputsOf('/mfa/reset/cancel')).toHaveLength(1)
  })

  test('a login that is too old is made again in place, and the reset goes on', async () => {
    let isOld = true
    const refused = refuse('invalid_credentials')
    const server = {
      '/mfa/reset/init': (...given: Parameters<typeof refused>) =>
        isOld ? refused(...given) : { due_at: 1_767_873_600 },
    }
    const { loginAgain } = await setup(
      'MFA_RESET_SCREEN',
      {},
      { ...offered, factors: ['totp'], server },
    )
    loginAgain.mockImplementation(async () => {
      isOld = false
      return true
    })
    await settle()
    press(texts.resetStart)
    expect(await screen.findByText(texts.resetLoginFirst)).toBeTruthy()
    press(texts.resetLogIn)

    expect(await screen.findByText(/January 8, 2026/)).toBeTruthy()
  })
})

describe('MFA_VERIFY_SCREEN', () => {
  const verify = (given: Parameters<typeof fakeVerification>[0]) => {
    const fake = fakeVerification(given)
    return setup('MFA_VERIFY_SCREEN', { verification: fake.verification }, offered).then(
      (mounted) => ({ ...mounted, fake }),
    )
  }

  test('a right code lets the request go on', async () => {
    const { end, fake, time } = await verify({ methods: ['totp'] })
    await typeCode('204816')
    await time.move(600)

    expect(fake.proofs).toMatchObject([{ mfaMethod: 'totp', mfaCode: '204816' }])
    expect(end).toHaveBeenCalledWith('passed', {})
  })

  test.each(['sign', 'wallet', 'factor', 'account', 'other'] as const)(
    'says what for: %s',
    async (purpose) => {
      await verify({ methods: ['totp'], purpose })

      expect(await screen.findByText(texts.verifyFor[purpose], { exact: false })).toBeTruthy()
    },
  )

  test('a wrong code says how many tries are left; the last one ends it', async () => {
    const { end } = await verify({ methods: ['totp'] })
    await typeCode('111111')
    expect(await screen.findByText(texts.wrongCode(2))).toBeTruthy()
    await typeCode('111112')
    expect(await screen.findByText(texts.wrongCode(1))).toBeTruthy()
    await typeCode('111113')
    expect(await screen.findByText(texts.spentTitle)).toBeTruthy()
    press(en.shell.close)

    expect(end).toHaveBeenCalledWith('gaveUp', {})
  })

  test('a pause that the server wants is said with its length', async () => {
    const refusal = new FrameError('error', 'Too many attempts, code 429. Try again in 300 s')
    await verify({ methods: ['totp'], refuse: refusal })
    await typeCode('111111')

    expect(await screen.findByText(en.problem.waitSeconds('300 sec'))).toBeTruthy()
  })

  test('the factor used last is asked for first; a recovery code is a way out', async () => {
    const { kit, fake } = await verify({ methods: ['totp', 'sms'] })
    press(texts.verifyOther)
    press(/Recovery code/)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '204816' } })
    press(texts.verifyContinue)
    await vi.waitFor(() => expect(fake.proofs).toMatchObject([{ mfaMethod: 'recovery_code' }]))
    expect(kit.client.environment.storage.get(`sallyport:${'a'.repeat(25)}:mfa-method`)).toBeFalsy()
    cleanup()

    const again = await verify({ methods: ['totp', 'sms'] })
    press(texts.verifyOther)
    press(/Text message/)
    await settle()
    expect(again.inputsOf('/mfa/passwordless_sms/init')).toEqual([{ action: 'verify' }])
  })

  test('a user without any of them is led to the reset', async () => {
    const { end } = await verify({ methods: ['totp'] })
    press(texts.verifyOther)
    press(texts.lost)

    expect(end).toHaveBeenCalledWith('lost', {})
  })

  test('an end of the request ends the screen', async () => {
    const { end, fake } = await verify({ methods: ['totp'] })
    fake.enter('cancelled')

    await vi.waitFor(() => expect(end).toHaveBeenCalledWith('gaveUp', {}))
  })
})
