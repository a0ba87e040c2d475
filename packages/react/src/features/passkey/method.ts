import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { lateEntry } from '../../modal/late-entry.js'
import { passkeyIcon } from './icon.js'

/** Login by passkey. */
export const passkeyMethod: LoginMethodEntry = {
  id: 'passkey',
  switch: 'passkey_auth',
  icon: passkeyIcon,
  name: (copy) => copy.landing.passkey,
  kind: 'row',
  // The row, and the suggestions in the field above it: loaded when the method is on.
  ...lateEntry(() => import('./passkey-row.js')),
  code: null,
  link: () => enter('LINK_PASSKEY_SCREEN', {}),
}
