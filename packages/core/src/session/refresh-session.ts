import { isApiError, startApi } from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { send } from '../http.js'
import type { WireUser } from '../types.js'
import { exclusively } from './exclusive.js'
import type { SessionStore } from './session.js'
import type { ShownUser } from './shown-user.js'

/** Both tries of a refresh end well within the server's grace window of 30 s. */
const refreshTimeoutMs = 8_000

interface RefreshDeps {
  session: Pick<SessionStore, 'tokens' | 'readUser' | 'accept' | 'clear'>
  shown: ShownUser
  /** The access token stored when the refresh was asked for. */
  accessBefore: string | null
}

/** Exchanges the refresh token, while no other tab does. Gives and throws what `SessionStore.refresh` says. */
export async function refreshSession(
  environment: Environment,
  deps: RefreshDeps,
): Promise<WireUser | null> {
  const { session, shown, accessBefore } = deps
  const { tokens } = session
  return exclusively(environment, `session:${environment.appId}`, async () => {
    const refreshToken = tokens.refresh()
    if (!refreshToken) {
      if (shown.latest()) shown.show(null)
      return null
    }
    const token = tokens.access()
    // Another tab refreshed while this one waited: its token serves, only the user may be older than asked for.
    if (token && token !== accessBefore && tokens.isFresh()) return session.readUser(token)
    return exchange(environment, deps, refreshToken)
  })
}

async function exchange(
  environment: Environment,
  { session, shown }: RefreshDeps,
  refreshToken: string,
): Promise<WireUser | null> {
  const { tokens } = session
  const of = tokens.session()
  const before = shown.latest()
  // In cookies all refresh tokens look the same: the session tells them apart.
  const isCurrent = () => tokens.refresh() === refreshToken && tokens.session() === of
  try {
    const answer = await send(
      environment,
      startApi.session.refresh,
      { body: { refresh_token: refreshToken } },
      // The server answers the same successor for the same token inside its grace window.
      { token: tokens.access(), idempotent: true, timeoutMs: refreshTimeoutMs },
    )
    // Logged out or logged in anew while the call ran: that newer state stands.
    if (!isCurrent()) return shown.latest()
    if (before !== shown.latest() && answer.token !== null) {
      // Which of the two users is newer is not known: the one of now is.
      tokens.store(answer)
      // The exchange is made: a read that fails takes nothing back.
      return session.readUser(answer.token).catch(() => shown.latest())
    }
    session.accept(answer)
    return shown.latest()
  } catch (error) {
    const isRefused = isApiError(error) && error.code === 'missing_or_invalid_token'
    if (!isRefused) throw error
    // The server does not know the token, which says nothing about a session that it does know (SES-23).
    if (error.data?.session_update_action === 'ignore') return isCurrent() ? null : shown.latest()
    if (isCurrent()) session.clear()
    return shown.latest()
  }
}
