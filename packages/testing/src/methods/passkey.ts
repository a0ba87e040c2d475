import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { createTestAuthenticator, type TestPasskey } from '../passkeys.js'
import { type MethodEntry, type Proven, type Prover, proveAfter } from './method-entry.js'

const never = 'A known passkey is refused at registration, so it is never offered to another user.'

/** Login by a passkey: the first proof of a name in an app makes its passkey, by the routes of linking for a user. */
export function passkeyEntry(kit: TestKit): MethodEntry {
  const authenticator = createTestAuthenticator()
  const made = new Map<string, TestPasskey>()
  const nameIn = (name: string, { appId }: Prover) => `${appId} ${name}`
  const create = (name: string, prover: Prover) => {
    const { linkInit, registerInit } = api.passkey
    const init = prover.token === undefined ? registerInit : linkInit
    return proveAfter(kit.call(init, { body: {} }, prover), ({ options }) => {
      const { passkey, response } = authenticator.create(options)
      made.set(nameIn(name, prover), passkey)
      return { authenticator_response: response }
    })
  }
  const present = (passkey: TestPasskey, prover: Prover) =>
    proveAfter(kit.call(api.passkey.authenticateInit, { body: {} }, prover), ({ options }) => ({
      challenge: options.challenge,
      authenticator_response: authenticator.get(passkey, options),
    }))
  return {
    routes: {
      login: api.passkey.authenticate,
      link: api.passkey.link,
      unlink: api.passkey.unlink,
    },
    alsoOpens: [api.passkey.register],
    setting: 'passkey_auth',
    isGuest: false,
    prove: async (name, prover) => {
      const known = made.get(nameIn(name, prover))
      const login = known === undefined ? api.passkey.register : api.passkey.authenticate
      const proven = await (known === undefined ? create(name, prover) : present(known, prover))
      return withLogin(proven, login)
    },
    proveUnknown: async (prover) => {
      const rp = { name: 'Acme', id: 'localhost' }
      const user = { id: 'AA', name: 'Ada', display_name: 'Ada' }
      const options = { rp, user, challenge: 'AA', pub_key_cred_params: [] }
      const proven = await present(authenticator.create(options).passkey, prover)
      if ('refused' in proven) throw new Error('The login was not started')
      return proven
    },
    unlinkBody: (_name, accounts) => ({
      credential_id: accounts.find(({ type }) => type === 'passkey')?.credential_id,
    }),
    skips: {
      conflict: never,
      transfer: never,
      'two browsers at once': 'Each browser makes a passkey, and so an account, of its own.',
    },
  }
}

function withLogin<P>(proven: P, login: Proven['login']): P {
  return { ...proven, login }
}
