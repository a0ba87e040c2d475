import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { browserParts } from '../device/browser-parts.js'
import { openGrantStore } from '../device/grant-store.js'
import { openStore } from '../device/open-store.js'

/** What this browser gives a page on which a user logs in for one decision: that of approvals, that of programs. */
export function loginPageParts(config: FramePageConfig, clock: ConfirmClock) {
  const { indexedDB, localStorage, locks } = browserParts(globalThis)
  return {
    document,
    isAlone: window.parent === window,
    config,
    address: new URL(location.href),
    languages: navigator.languages,
    credentials: 'PublicKeyCredential' in window ? navigator.credentials : undefined,
    origin: location.origin,
    fetch: fetch.bind(window),
    webCrypto: crypto,
    openStore: () => openStore(indexedDB),
    grantStore: openGrantStore(indexedDB, localStorage),
    locks,
    kept: readSessionStorage(),
    leaveFor: (url: string) => location.assign(url),
    showAddress: (url: string) => history.replaceState(null, '', url),
    clock,
    wallClock: Date.now,
  }
}

/** Undefined where the browser refuses it: all cookies are blocked, for example. */
function readSessionStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
