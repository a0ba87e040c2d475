import { startApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { send } from '../http.js'
import type { User } from '../types.js'

/** An access token for the app's own back end, valid at least 30 s; null when logged out. Refreshes if needed. */
export function getAccessToken(client: SallyportClient): Promise<string | null> {
  return client.session.accessToken()
}

/** The identity token, refreshed together with the access token; null when logged out or the app has none. */
export async function getIdentityToken(client: SallyportClient): Promise<string | null> {
  await client.session.accessToken()
  return client.session.tokens.identity()
}

/** The user as the server knows them now, with fresh tokens; null when logged out. */
export async function refreshUser(client: SallyportClient): Promise<User | null> {
  await client.session.refresh()
  return client.state.user
}

/** Ends the session here, in the other tabs and on the server. Local state is gone whatever the server answers. */
export async function logout(client: SallyportClient): Promise<void> {
  const { session, environment, frame, state } = client
  const token = session.tokens.access()
  const refreshToken = session.tokens.refresh()
  session.clear()
  if (state.user) frame.tell('privy:mfa:clear', { userId: state.user.id })
  if (!token && !refreshToken) return
  // Either of the two is enough for the server, and the access token may have expired long ago.
  const body = refreshToken ? { refresh_token: refreshToken } : {}
  try {
    await send(environment, startApi.session.logout, { body }, { token, idempotent: true })
  } catch {
    // The browser is logged out already; a session the server still knows ends with its tokens.
  }
}
