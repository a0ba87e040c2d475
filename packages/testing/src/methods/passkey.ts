import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { createTestAuthenticator, type TestPasskey } from '../passkeys.js'
import { type MatrixCell, type MethodEntry, type Proven, proveAfter } from './method-entry.js'

const sentence =
  'A linked passkey is a new one with a challenge of its own: `passkey.test.ts` links, unlinks and attacks them.'
const never = 'A known passkey is refused at registration, so it is never offered to another user.'

/** Cells that a method has which links by the proof of its login. */
const linkedOtherwise: Partial<Record<MatrixCell, string>> = {
  link: sentence,
  conflict: never,
  transfer: never,
  unlink: sentence,
  'unlink the sole one': sentence,
  'link while the method is off': sentence,
  'link past the allow-list': sentence,
  'guest of a full app': sentence,
}

/** Login by a passkey: the first proof of a name in an app makes its passkey. */
export function passkeyEntry(kit: TestKit): MethodEntry {
  const authenticator = createTestAuthenticator()
  const made = new Map<string, TestPasskey>()
  return {
    routes: { login: api.passkey.authenticate },
    setting: 'passkey_auth',
    isGuest: false,
    prove: async (name, prover) => {
      const key = `${prover.appId} ${name}`
      const known = made.get(key)
      const login = known === undefined ? api.passkey.register : api.passkey.authenticate
      const proven =
        known === undefined
          ? proveAfter(kit.call(api.passkey.registerInit, { body: {} }, prover), ({ options }) => {
              const { passkey, response } = authenticator.create(options)
              made.set(key, passkey)
              return { authenticator_response: response }
            })
          : proveAfter(
              kit.call(api.passkey.authenticateInit, { body: {} }, prover),
              ({ options }) => ({
                challenge: options.challenge,
                authenticator_response: authenticator.get(known, options),
              }),
            )
      return withLogin(await proven, login)
    },
    skips: {
      ...linkedOtherwise,
      'two browsers at once': 'Each browser makes a passkey, and so an account, of its own.',
    },
  }
}

function withLogin<P>(proven: P, login: Proven['login']): P {
  return { ...proven, login }
}
