import type { WireUser } from '../types.js'

/** What tabs tell each other: the session changed, and whose it is now. Tokens travel through storage only. */
export interface SessionNews {
  /** The session `user` was read in, as `Tokens.session` names it. */
  session: string | null
  user: WireUser | null
}

/** The other tabs of this origin that use the same app. */
export interface Tabs {
  tell(news: SessionNews): void
  close(): void
}

/**
 * Connects to the other tabs. `onNews` gets what they tell; `onStorageChange` runs when another tab or the user changed
 * the storage under `key`. Does nothing where the browser has neither channel nor window.
 */
export function connectTabs(input: {
  name: string
  key: string
  onNews(news: SessionNews): void
  onStorageChange(): void
}): Tabs {
  const channel = openChannel(input.name)
  // Only this package posts to the channel, on the app's own origin.
  if (channel) channel.onmessage = (event) => input.onNews(event.data as SessionNews)
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === input.key) input.onStorageChange()
  }
  const page = typeof window === 'undefined' ? null : window
  page?.addEventListener('storage', onStorage)
  return {
    tell: (news) => channel?.postMessage(news),
    close() {
      channel?.close()
      page?.removeEventListener('storage', onStorage)
    },
  }
}

/** A channel to the other pages of this origin; null where the browser has none or, as Firefox, throws because cookies are blocked. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
