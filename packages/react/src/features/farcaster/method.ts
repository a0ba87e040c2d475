import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { FarcasterRow } from './farcaster-row.js'
import { farcasterIcon } from './icon.js'

/** Login with the Farcaster app. */
export const farcasterMethod: LoginMethodEntry = {
  id: 'farcaster',
  switch: 'farcaster_auth',
  icon: farcasterIcon,
  name: (copy) => copy.landing.withProvider('Farcaster'),
  kind: 'row',
  Entry: FarcasterRow,
  code: null,
  link: () => enter('AWAITING_FARCASTER_CONNECTION', { disableSignup: false, intent: 'link' }),
}
