import { cookies, storageKeys } from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { writeCookie } from './cookies.js'
import type { SessionStore } from './session.js'

/** What a browser stores as refresh token when the real one is in an HttpOnly cookie (wire reference §5.3). */
const inCookie = 'deprecated'

/**
 * Takes up the session of another page of the site, which the server keeps in cookies for all of them, and from now on tells
 * the other pages of a logout.
 */
export async function joinSite(environment: Environment, session: SessionStore): Promise<void> {
  environment.leaveSite = dropSharedCookie
  if (session.tokens.refresh() || !hasSharedCookie()) return
  environment.storage.set(storageKeys.refreshToken, inCookie)
  await session.refresh()
}

/** Whether a page of the site is logged in, by the cookie that the server keeps for all of them (wire reference §6.3). */
function hasSharedCookie(): boolean {
  return typeof document !== 'undefined' && `; ${document.cookie}`.includes(`; ${cookies.session}=`)
}

/** Deletes that cookie, so that no page takes up a session whose logout did not reach the server. */
function dropSharedCookie(): void {
  const labels = globalThis.location?.hostname.split('.') ?? []
  // Browsers ignore domains that are not of this page or too wide.
  for (const at of labels.keys()) {
    const domain = labels.slice(at).join('.')
    writeCookie(cookies.session, '', new Date(0), `; Domain=${domain}`)
  }
}
