import type { LoginMethodEntry } from '../../flow/login-method.js'
import { GuestRow } from './guest-row.js'

/** Login without proof, as the guest of this browser. */
export const guestMethod: LoginMethodEntry = {
  id: 'guest',
  switch: 'guest_auth',
  icon: 'user',
  name: (copy) => copy.landing.guest,
  kind: 'row',
  Entry: GuestRow,
  code: null,
  link: null,
}
