import { cookies, storageKeys } from '@sallyport/contract'
import type { Environment } from '../environment.js'
import { writeCookie } from './cookies.js'
import type { SessionStore } from './session.js'

/** What a browser stores as refresh token when the real one is in an HttpOnly cookie (wire reference §5.3). */
const inCookie = 'deprecated'

/**
 * Takes up the session of another page of the site, which the server keeps in cookies for all of them. From now on a logout is
 * told to the other pages, and theirs ends the session here.
 */
export async function joinSite(environment: Environment, session: SessionStore): Promise<void> {
  if (!environment.leaveSite) watchSite(session)
  environment.leaveSite = dropSharedCookie
  if (session.tokens.refresh() || !hasSharedCookie()) return
  environment.storage.set(storageKeys.refreshToken, inCookie)
  await session.refresh()
}

/** Ends the session when the cookie disappears: at once where browsers tell of it, else when the page is looked at again. */
function watchSite(session: SessionStore): void {
  let wasThere = hasSharedCookie()
  const look = () => {
    const isThere = hasSharedCookie()
    // Pages that the cookie is not sent to, as on this machine, never saw it.
    if (wasThere && !isThere && session.tokens.refresh()) session.clear()
    wasThere = isThere
  }
  globalThis.cookieStore?.addEventListener('change', look)
  globalThis.document?.addEventListener('visibilitychange', look)
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
