import type { LoginMethodEntry } from '../../flow/login-method.js'
import { GuestRow } from './guest-row.js'

/** Login without proof, as the guest of this browser. */
export const guestMethod: LoginMethodEntry = {
  id: 'guest',
  switch: 'guest_auth',
  icon: 'user',
  kind: 'row',
  Entry: GuestRow,
  code: null,
}
