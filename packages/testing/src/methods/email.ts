import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { type MethodEntry, proveAfter } from './method-entry.js'

/** Login by a code sent by email. */
export function emailEntry(kit: TestKit): MethodEntry {
  const addressOf = (name: string) => `${name}@example.com`
  return {
    routes: {
      login: api.email.authenticate,
      link: api.email.link,
      unlink: api.email.unlink,
      transfer: api.email.transfer,
    },
    alsoOpens: [api.loginLink.authenticate, api.pageLogins.email],
    setting: 'email_auth',
    isGuest: false,
    prove: (name, prover) => {
      const email = addressOf(name)
      return proveAfter(kit.call(api.email.init, { body: { email } }, prover), () => ({
        email,
        code: kit.mailbox.codeFor(email),
      }))
    },
    unlinkBody: (name) => ({ address: addressOf(name) }),
    transferBody: (name) => ({ email: addressOf(name) }),
    entry: (name) => ({ type: 'email', value: addressOf(name) }),
    skips: {},
  }
}
