import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { choiceRow } from '../../modal/choice-row.js'

/** An arch, as in Farcaster's mark. */
const icon = { path: 'M5 4h14M4 8h16M7 8v12H5M17 8v12h2M10 20v-6a2 2 0 0 1 4 0v6M10 20h-1M14 20h1' }

/** Login with the Farcaster app. */
export const farcasterMethod: LoginMethodEntry = {
  id: 'farcaster',
  switch: 'farcaster_auth',
  icon,
  name: (copy) => copy.landing.withProvider('Farcaster'),
  kind: 'row',
  Entry: choiceRow({ service: 'Farcaster', icon, outcome: 'farcaster' }),
  code: null,
  link: () => enter('AWAITING_FARCASTER_CONNECTION', { disableSignup: false, intent: 'link' }),
}
