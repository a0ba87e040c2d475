import { isApiError, pageApi, type Session, storageKeys } from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { send } from '../http.js'
import type { WireUser } from '../types.js'
import { exclusively } from './exclusive.js'
import { connectTabs, type SessionNews, type Tabs } from './tabs.js'
import { createTokens, type Tokens } from './tokens.js'

/** Both tries of a refresh end well within the server's grace window of 30 s. */
const refreshTimeoutMs = 8_000

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
   * session ended or another one began is dropped; gives the user shown then.
   */
  readUser(token: string): Promise<WireUser | null>
  /** Applies a login's answer and tells the other tabs. */
  accept(answer: Session): void
  /** Shows a newer copy of the user here and in the other tabs, unless `of` is no longer the current session. */
  update(user: WireUser, of: string | null): void
  /** Forgets the session here and in the other tabs. */
  clear(): void
  /** Listens to the other tabs from now on. */
  connect(): void
  close(): void
}

/** The session store of one client; `onUser` hears of every change of user, whoever made it. */
export function createSession(
  environment: Environment,
  onUser: (user: WireUser | null) => void,
): SessionStore {
  const tokens = createTokens(environment)
  let flight: Promise<WireUser | null> | null = null
  let latest: WireUser | null = null
  let tabs: Tabs | null = null
  /** What another tab told about a session whose tokens have not arrived in this tab's storage yet. */
  let early: SessionNews | null = null

  const show = (user: WireUser | null) => {
    latest = user
    onUser(user)
  }
  const publish = (user: WireUser | null) => {
    show(user)
    tabs?.tell({ user, session: tokens.session() })
  }
  /** Shows what another tab tells when it is about the session whose tokens are here; else it waits for them. */
  const hear = (news: SessionNews) => {
    early = news.session === tokens.session() ? null : news
    if (!early) show(news.user)
  }
  const session: SessionStore = {
    tokens,
    async accessToken() {
      if (tokens.access() && tokens.isFresh()) return tokens.access()
      if (!tokens.refresh()) return null
      return (await session.refresh()) ? tokens.access() : null
    },
    refresh() {
      flight ??= refreshOnce().finally(() => {
        flight = null
      })
      return flight
    },
    async readUser(token) {
      const of = tokens.session()
      const answer = await send(environment, pageApi.user.me, {}, { token })
      if (of === null || of !== tokens.session()) return latest
      tokens.setIdentity(answer.identity_token ?? null)
      publish(answer.user)
      return answer.user
    },
    accept(answer) {
      if (answer.session_update_action === 'clear') return session.clear()
      tokens.store(answer)
      publish(answer.user)
    },
    update(user, of) {
      if (of !== null && of === tokens.session()) publish(user)
    },
    clear() {
      tokens.clear()
      publish(null)
    },
    connect() {
      tabs ??= connectTabs({
        name: `sallyport:${environment.appId}`,
        keys: [storageKeys.refreshToken],
        onNews: hear,
        onStorageChange() {
          if (!tokens.refresh() && latest) show(null)
          if (early) hear(early)
        },
      })
    },
    close() {
      tabs?.close()
      tabs = null
    },
  }
  return session

  async function refreshOnce(): Promise<WireUser | null> {
    const accessBefore = tokens.access()
    return exclusively(environment, `session:${environment.appId}`, async () => {
      const refreshToken = tokens.refresh()
      if (!refreshToken) {
        if (latest) show(null)
        return null
      }
      const token = tokens.access()
      // Another tab refreshed while this one waited: its token serves, only the user may be older than asked for.
      if (token && token !== accessBefore && tokens.isFresh()) return session.readUser(token)
      return exchange(refreshToken)
    })
  }

  async function exchange(refreshToken: string): Promise<WireUser | null> {
    const isCurrent = () => tokens.refresh() === refreshToken
    try {
      const answer = await send(
        environment,
        pageApi.session.refresh,
        { body: { refresh_token: refreshToken } },
        // The server answers the same successor for the same token inside its grace window.
        { token: tokens.access(), idempotent: true, timeoutMs: refreshTimeoutMs },
      )
      // Logged out or logged in anew while the call ran: that newer state stands.
      if (isCurrent()) session.accept(answer)
      return latest
    } catch (error) {
      const isRefused = isApiError(error) && error.code === 'missing_or_invalid_token'
      if (!isRefused) throw error
      // The server does not know the token, which says nothing about a session that it does know (SES-23).
      if (error.data?.session_update_action === 'ignore') return isCurrent() ? null : latest
      if (isCurrent()) session.clear()
      return latest
    }
  }
}
