import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { browserParts } from '../device/browser-parts.js'
import { openGrantStore } from '../device/grant-store.js'
import { openStore } from '../device/open-store.js'
import { openProgram } from './open-program.js'

/** Opens the page on which users let programs act, in this browser. Loaded where the path asks for it. */
export function openProgramPage(config: FramePageConfig, clock: ConfirmClock): Promise<void> {
  const { indexedDB, localStorage, locks } = browserParts(globalThis)
  return openProgram({
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
    clock,
    wallClock: Date.now,
  })
}
