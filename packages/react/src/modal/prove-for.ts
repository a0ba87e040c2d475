import type { Login, User } from '@sallyport/core'
import type { Intent, LoggedIn, LoginMethod, ScreenProps } from '../flow/screens.js'
import type { Kit } from '../kit.js'
import { type LinkResult, proveLink, type TransferOffer } from '../links.js'

/** What was proven on the screen of a method: the name and value of its outcome. */
export type Proven = LinkResult | { name: 'loggedIn'; value: LoggedIn }

/** How a method logs in and links, once its proof is there. */
interface Steps {
  method: LoginMethod
  intent: Intent
  disableSignup: boolean
  login(options: { disableSignup: boolean }): Promise<Login>
  link(): Promise<User>
  transfer(offer: TransferOffer): Promise<User>
}

/** Uses the proof of a method for what its screen was opened for. @throws the server's refusal, for the screen to explain. */
export async function proveFor(kit: Kit, steps: Steps): Promise<Proven> {
  const { method, intent, disableSignup, login, link, transfer } = steps
  if (intent === 'login') {
    return { name: 'loggedIn', value: await kit.prove(method, () => login({ disableSignup })) }
  }
  return proveLink(kit, { method, intent, run: link, transfer })
}

/** Ends a screen by what was proven on it. */
export function endWith(
  proven: Proven,
  end: ScreenProps<'AWAITING_FARCASTER_CONNECTION' | 'TELEGRAM_AUTH_SCREEN'>['end'],
): void {
  if (proven.name === 'loggedIn') end('loggedIn', proven.value)
  else if (proven.name === 'linked') end('linked', proven.value)
  else end('conflicted', proven.value)
}
