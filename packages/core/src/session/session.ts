import { type Session, startApi, storageKeys } from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { send } from '../http.js'
import type { WireUser } from '../types.js'
import { createShownUser } from './shown-user.js'
import { createTokens, type Tokens } from './tokens.js'

/** The session of this browser: its tokens, and who they belong to. */
export interface SessionStore {
  readonly tokens: Tokens
  /** An access token that lives at least 30 s longer, refreshed if needed; null when logged out. */
  accessToken(): Promise<string | null>
  /**
   * Exchanges the refresh token, once for all callers in all tabs. Gives the user, or null when there is no session (any
   * more) or the server knows nothing of the token, which keeps the tokens. Failures of server or network throw and keep
   * them too.
   */
  refresh(): Promise<WireUser | null>
  /**
   * Asks the server who `token` belongs to, without rotating anything, and shows that user. An answer that comes after the
   * session ended, another one began or another user was shown is dropped: it may be older. Gives the user shown then.
   */
  readUser(token: string): Promise<WireUser | null>
  /** Applies a login's answer and tells the other tabs. */
  accept(answer: Session): void
  /** Shows the user that a change was answered with, here and in the other tabs, where `of` is still the current session. */
  update(user: WireUser, of: string | null): void
  /** Forgets the session here and in the other tabs. */
  clear(): void
  /** Listens to the other tabs from now on. */
  connect(): void
  close(): void
}

/** The session store of one client; `onUser` is called at every change of user, also when another tab made it. */
export function createSession(
  environment: Environment,
  onUser: (user: WireUser | null) => void,
): SessionStore {
  const tokens = createTokens(environment)
  const shown = createShownUser({ appId: environment.appId, tokens, onUser })
  let refreshing: Promise<WireUser | null> | null = null

  const session: SessionStore = {
    tokens,
    async accessToken() {
      if (tokens.access() && tokens.isFresh()) return tokens.access()
      if (!tokens.refresh()) return null
      return (await session.refresh()) ? tokens.access() : null
    },
    refresh() {
      // Read before the code loads: another tab may store a newer one meanwhile.
      const accessBefore = tokens.access()
      // Loaded with the first refresh: a page without a session needs none of it.
      const refresh = () =>
        import('./refresh-session.js').then((it) =>
          it.refreshSession(environment, { session, shown, accessBefore }),
        )
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      return refreshing
    },
    async readUser(token) {
      const of = tokens.session()
      const before = shown.latest()
      const answer = await send(environment, startApi.user.me, {}, { token })
      if (of !== null && of === tokens.session() && before === shown.latest()) {
        tokens.setIdentity(answer.identity_token)
        shown.publish(answer.user)
      }
      return shown.latest()
    },
    accept(answer) {
      if (answer.session_update_action === 'clear') return session.clear()
      tokens.store(answer)
      shown.publish(answer.user)
    },
    update(user, of) {
      if (of !== null && of === tokens.session()) {
        // One that runs may answer with what was before the change: the next begins after it.
        refreshing = null
        shown.publish(user)
      }
    },
    clear() {
      for (const account of shown.latest()?.linked_accounts ?? []) {
        if ('provider_app_id' in account) {
          environment.storage.remove(storageKeys.crossAppToken(account.provider_app_id))
        }
      }
      tokens.clear()
      shown.publish(null)
    },
    connect: shown.connect,
    close: shown.close,
  }
  return session
}
