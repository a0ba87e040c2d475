import type { LoginMethodEntry } from '../../flow/login-method.js'
import { lateEntry } from '../../modal/late-entry.js'

/** Login without proof, as the guest of this browser. */
export const guestMethod: LoginMethodEntry = {
  id: 'guest',
  switch: 'guest_auth',
  icon: 'user',
  name: (copy) => copy.landing.guest,
  kind: 'row',
  // The row and the call: loaded when the method is on.
  ...lateEntry(() => import('./guest-row.js')),
  code: null,
  link: null,
}
