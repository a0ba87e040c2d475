import { api } from '@sallyport/contract'
import type { TestKit } from '../kit.js'
import { type MethodEntry, memo, proveAfter } from './method-entry.js'

/** Login by a code sent by text message. */
export function smsEntry(kit: TestKit): MethodEntry {
  const numberOf = memo((serial) => `+1201555${String(1000 + serial)}`)
  return {
    routes: {
      login: api.sms.authenticate,
      link: api.sms.link,
      unlink: api.sms.unlink,
      transfer: api.sms.transfer,
    },
    alsoOpens: [api.pageLogins.sms],
    setting: 'sms_auth',
    isGuest: false,
    prove: (name, prover) => {
      const phoneNumber = numberOf(name)
      return proveAfter(kit.call(api.sms.init, { body: { phoneNumber } }, prover), () => ({
        phoneNumber,
        code: kit.phones.codeFor(phoneNumber),
      }))
    },
    unlinkBody: (name) => ({ phoneNumber: numberOf(name) }),
    transferBody: (name) => ({ phoneNumber: numberOf(name) }),
    entry: (name) => ({ type: 'phone', value: numberOf(name) }),
    skips: {},
  }
}
