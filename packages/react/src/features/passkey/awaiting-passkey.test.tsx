// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { en } from '../../copy/en.js'
import { enPasskey } from '../../copy/en-passkey.js'
import type { LoginMethod } from '../../flow/screens.js'
import { refuse } from '../../test-kit/answers.js'
import { press, setup } from '../../test-kit/mount-screen.js'

const words = enPasskey.passkey
const init = '/passkeys/authenticate/init'
const server = {
  [init]: () => ({ options: { challenge: 'AAAA' }, relying_party: 'https://harbour.example' }),
}
const get = vi.fn(async (_: CredentialRequestOptions): Promise<unknown> => new Promise(() => {}))
const signalOf = (call: number) => get.mock.calls[call]?.[0].signal

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
})
afterEach(() => {
  cleanup()
  get.mockReset()
  get.mockImplementation(() => new Promise(() => {}))
  vi.unstubAllGlobals()
})

const fails = (name: string) =>
  get.mockImplementationOnce(() => Promise.reject(new DOMException('', name)))

describe('AWAITING_PASSKEY_SYSTEM_DIALOGUE', () => {
  test('asks the browser at once, and leaving the screen closes its dialog', async () => {
    await setup('AWAITING_PASSKEY_SYSTEM_DIALOGUE', { does: 'login' }, { server })
    await screen.findByText(words.loginTitle)
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
    expect(signalOf(0)?.aborted).toBe(false)
    cleanup()
    expect(signalOf(0)?.aborted).toBe(true)
  })

  test('error: a closed dialog is explained; the user tries again or goes another way', async () => {
    fails('NotAllowedError')
    const { end, announce } = await setup(
      'AWAITING_PASSKEY_SYSTEM_DIALOGUE',
      { does: 'login' },
      { server },
    )
    await screen.findByText(words.cancelledTitle)
    expect(announce).toHaveBeenCalledWith(words.cancelledTitle, 'assertive')
    press(en.shell.retry)
    await waitFor(() => expect(get).toHaveBeenCalledTimes(2))
    cleanup()

    fails('NotAllowedError')
    const again = await setup('AWAITING_PASSKEY_SYSTEM_DIALOGUE', { does: 'login' }, { server })
    await screen.findByText(words.cancelledTitle)
    press(words.otherWay)
    expect(again.end).toHaveBeenCalledWith('otherWay', {})
    expect(end).not.toHaveBeenCalled()
  })

  test.each([
    ['SecurityError', words.domainTitle],
    ['NotSupportedError', words.unsupportedTitle],
  ])('error: %s is explained without another try', async (name, title) => {
    fails(name)
    await setup('AWAITING_PASSKEY_SYSTEM_DIALOGUE', { does: 'login' }, { server })
    await screen.findByText(title)
    expect(screen.queryByText(en.shell.retry)).toBeNull()
  })

  test('error: a removed passkey is explained here, a login method that is off elsewhere', async () => {
    await setup(
      'AWAITING_PASSKEY_SYSTEM_DIALOGUE',
      { does: 'login' },
      { server: { [init]: refuse('user_does_not_exist') } },
    )
    await screen.findByText(words.unknownTitle)
    cleanup()

    const { end } = await setup(
      'AWAITING_PASSKEY_SYSTEM_DIALOGUE',
      { does: 'login' },
      { server: { [init]: refuse('disallowed_login_method') } },
    )
    await waitFor(() =>
      expect(end).toHaveBeenCalledWith('failed', { code: 'disallowed_login_method' }),
    )
  })
})

describe('passkeys on the first screen', () => {
  const data = { prefill: null, methods: null, disableSignup: false }

  test('the row leads to the passkey, and suggestions end with the screen', async () => {
    function PublicKeyCredential() {}
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true }),
    )
    const { end } = await setup('LANDING', data, { server, methods: ['email', 'passkey'] })
    const row = await screen.findByRole('button', { name: en.landing.passkey })
    await waitFor(() => expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' }))
    row.click()
    expect(end).toHaveBeenCalledWith('passkeyChosen', { does: 'login' })
    cleanup()
    expect(signalOf(0)?.aborted).toBe(true)
  })

  describe('suggestions', () => {
    const methods: LoginMethod[] = ['email', 'passkey']
    const bytes = Uint8Array.from([1, 2, 3]).buffer
    class Assertion {
      clientDataJSON = bytes
      authenticatorData = bytes
      signature = bytes
      userHandle = null
    }
    class Credential {
      static isConditionalMediationAvailable = async () => true
      id = 'AQID'
      rawId = bytes
      response = new Assertion()
    }
    beforeEach(() => {
      vi.stubGlobal('PublicKeyCredential', Credential)
      vi.stubGlobal('AuthenticatorAssertionResponse', Assertion)
    })

    test('error: where none can be asked for, the other methods go on', async () => {
      // As the server answers a page at an IP address.
      const refusing = { [init]: refuse('invalid_data') }
      const { end, inputsOf } = await setup('LANDING', data, { server: refusing, methods })
      await waitFor(() => expect(inputsOf(init)).toHaveLength(1))
      // What follows the refusal has run after a turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve))
      expect(end).not.toHaveBeenCalled()
      expect(screen.getByRole('button', { name: en.landing.passkey })).toBeTruthy()
    })

    test('error: a chosen one that the server refuses ends the login', async () => {
      get.mockImplementationOnce(async () => new Credential())
      const refusing = { ...server, '/passkeys/authenticate': refuse('user_does_not_exist') }
      const { end } = await setup('LANDING', data, { server: refusing, methods })
      await waitFor(() =>
        expect(end).toHaveBeenCalledWith('failed', { code: 'user_does_not_exist' }),
      )
    })
  })

  test('a browser without passkeys shows no row', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await setup('LANDING', data, { server, methods: ['email', 'passkey'] })
    await screen.findByLabelText(en.landing.emailLabel)
    expect(screen.queryByText(en.landing.passkey)).toBeNull()
  })
})
