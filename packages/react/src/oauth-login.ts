import { oauth, type User } from '@sallyport/core'
import type { LoggedIn } from './flow/screens.js'
import type { Kit } from './kit.js'

type Returned = oauth.OAuthReturn

/** Logs in with a provider's answer, for a screen. @throws as core's `finish`. */
export function proveOAuth(kit: Kit, returned: Returned): Promise<LoggedIn> {
  return kit.prove(returned.provider, () => finish(kit, returned))
}

/** Logs in with a provider's answer without the modal. @throws as core's `finish`. */
export function finishOAuth(kit: Kit, returned: Returned): Promise<LoggedIn> {
  return kit.proveAndFinish(returned.provider, () => finish(kit, returned))
}

/** Links the account of a provider's answer to the user who is logged in. @throws as core's `finishLink`. */
export async function linkOAuth(kit: Kit, returned: Returned): Promise<User> {
  const { user, oAuthTokens } = await oauth.finishLink(kit.client, returned)
  tellTokens(kit, { user, oAuthTokens })
  return user
}

async function finish(kit: Kit, returned: Returned): Promise<oauth.OAuthLogin> {
  const login = await oauth.finish(kit.client, returned)
  tellTokens(kit, login)
  return login
}

/** Hands the provider's tokens to the app, which asked for them in its settings. */
function tellTokens(
  { events }: Kit,
  { user, oAuthTokens }: Pick<oauth.OAuthLogin, 'user' | 'oAuthTokens'>,
): void {
  if (oAuthTokens === null) return
  events.emit('oAuthAuthorization', (each) => each.onOAuthTokenGrant?.({ oAuthTokens, user }))
}
