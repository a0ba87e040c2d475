import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { type MethodEntry, memo } from './method-entry.js'

const neverLinked = 'A guest’s account is made with its user and never linked.'
const permanent = 'A guest credential is the account’s permanent secret and is meant to work again.'

/** Login by the credential of a guest. */
export function guestEntry(): MethodEntry {
  const credentialOf = memo(() => randomBytes(32).toString('base64url'))
  return {
    routes: { login: api.guest.authenticate },
    setting: 'guest_auth',
    isGuest: true,
    prove: async (name) => ({ proof: { guest_credential: credentialOf(name) } }),
    skips: {
      link: neverLinked,
      conflict: neverLinked,
      transfer: neverLinked,
      unlink: neverLinked,
      'unlink the sole one': neverLinked,
      'link while the method is off': neverLinked,
      'link past the allow-list': neverLinked,
      'guest of a full app': neverLinked,
      replay: permanent,
      'fifty at once': permanent,
    },
  }
}
