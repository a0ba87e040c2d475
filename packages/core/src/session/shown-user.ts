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
  /** Shows a user who was changed just now, in this tab and the others: what they asked before is older. */
  change(user: WireUser): void
  /** How many changes of the user this tab knows of: an answer that was asked for at another count is older than the user shown. */
  changes(): number
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
  let changes = 0
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
    if (early) return
    if (news.isChange) changes++
    show(news.user)
  }
  const publish = (user: WireUser | null, isChange = false) => {
    show(user)
    tabs?.tell({ user, session: tokens.session(), isChange })
  }
  return {
    latest: () => latest,
    show,
    publish: (user) => publish(user),
    change(user) {
      changes++
      publish(user, true)
    },
    changes: () => changes,
    connect() {
      tabs ??= connectTabs({
        name: `sallyport:${appId}`,
        keys: [storageKeys.refreshToken],
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
