import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { browserParts } from '../device/browser-parts.js'
import { openGrantStore } from '../device/grant-store.js'
import { openStore } from '../device/open-store.js'
import { openFactorChannel } from '../factor/open-channel.js'
import { createWalletSigns } from '../sign/wallet-signs.js'
import { openPage } from './open-page.js'

/** Opens the page that users see, in this browser. Loaded by the first script of the frame where the path asks for it. */
export function openVisiblePage(config: FramePageConfig, clock: ConfirmClock): Promise<void> {
  const { indexedDB, localStorage, locks, openChannel } = browserParts(globalThis)
  return openPage({
    window,
    document,
    config,
    address: new URL(location.href),
    // The access token must not stay in the address.
    clearAddress: () => history.replaceState(null, '', location.pathname),
    languages: navigator.languages,
    around: URL.canParse(document.referrer) ? new URL(document.referrer).host : '',
    clipboard: navigator.clipboard,
    signs: createWalletSigns(localStorage, config.appId),
    credentials: 'PublicKeyCredential' in window ? navigator.credentials : undefined,
    factorChannel: openFactorChannel(openChannel, config.appId),
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
