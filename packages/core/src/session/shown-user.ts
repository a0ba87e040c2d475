import { storageKeys } from '@sallyport/contract'
import type { WireUser } from '../types.js'
import { connectTabs, type SessionNews, type Tabs } from './tabs.js'
import type { Tokens } from './tokens.js'

/** The user this tab shows, kept the same in all tabs of the app. */
export interface ShownUser {
  latest(): WireUser | null
  /** Shows `user` in this tab. */
  show(user: WireUser | null): void
  /** Shows `user` in this tab and the others. */
  publish(user: WireUser | null): void
  /** Starts listening to the other tabs. */
  connect(): void
  close(): void
}

/** The shown user of one client; `onUser` is called at every change. */
export function createShownUser({
  appId,
  tokens,
  onUser,
}: {
  appId: string
  tokens: Tokens
  onUser: (user: WireUser | null) => void
}): ShownUser {
  let latest: WireUser | null = null
  let tabs: Tabs | null = null
  /** News of a session whose tokens have not arrived in this tab's storage yet. */
  let early: SessionNews | null = null

  const show = (user: WireUser | null) => {
    latest = user
    onUser(user)
  }
  /** Shows the user of another tab's news if its session's tokens are here, and else keeps the news until they are. */
  const receive = (news: SessionNews) => {
    early = news.session === tokens.session() ? null : news
    if (!early) show(news.user)
  }
  return {
    latest: () => latest,
    show,
    publish(user) {
      show(user)
      tabs?.tell({ user, session: tokens.session() })
    },
    connect() {
      tabs ??= connectTabs({
        name: `sallyport:${appId}`,
        key: storageKeys.refreshToken,
        onNews: receive,
        onStorageChange() {
          if (!tokens.refresh() && latest) show(null)
          if (early) receive(early)
        },
      })
    },
    close() {
      tabs?.close()
      tabs = null
    },
  }
}
