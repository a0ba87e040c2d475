import { afterLogin } from './login-steps.js'
import type { PasskeyUse } from './passkey-use.js'
import { react } from './reactions.js'
import type { LoggedIn } from './screens.js'
import { go } from './step.js'
import type { Facts } from './transitions.js'

const ask = (data: { does: PasskeyUse }) => go('AWAITING_PASSKEY_SYSTEM_DIALOGUE', data)

/** Where the row of the first screen leads. */
export const passkeyRow = {
  passkeyAsked: () => go('SELECT_PASSKEY_SIGNUP_OR_LOGIN', {}),
  passkeyChosen: ask,
}

/** Where the choice between login and sign-up leads. */
export const passkeyChoice = { chosen: ask }

/** Where a passkey that was used leads. */
export const passkeyLogin = {
  loggedIn: (login: LoggedIn, { rules }: Facts) => afterLogin(login, rules),
  failed: react,
}
