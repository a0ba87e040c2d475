import { lazy } from 'react'
import type { LoginMethodEntry } from '../../flow/login-method.js'

/** Login without proof, as the guest of this browser. */
export const guestMethod: LoginMethodEntry = {
  id: 'guest',
  switch: 'guest_auth',
  icon: 'user',
  name: (copy) => copy.landing.guest,
  kind: 'row',
  // The row and the call: loaded when the method is on.
  Entry: lazy(() => import('./guest-row.js')),
  code: null,
  link: null,
}
