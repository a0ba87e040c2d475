import { createCallRoute } from './api/call-route.js'
import { base64urlToBytes } from './base64.js'
import { lazyStore, openStore } from './device/open-store.js'
import { createHandlers } from './handlers.js'
import { readPageConfig } from './page-config.js'
import { listen } from './protocol/listen.js'
import { createRunExclusive } from './wallet/run-exclusive.js'
import type { Wallets } from './wallet/wallets.js'

/** Opens the frame of a page the server has configured; from then on it answers its parent. */
export function startFrame(window: Window & typeof globalThis): void {
  const config = readPageConfig(window.document)
  const { appId } = config
  const { origin } = window.location
  const context = {
    appId,
    vaultPublicKey: base64urlToBytes(config.vaultPublicKey),
    call: createCallRoute({ fetch: window.fetch.bind(window), origin, appId }),
    webCrypto: window.crypto,
    openStore: lazyStore(() => openStore(window.indexedDB)),
    runExclusive: createRunExclusive(window.navigator.locks),
  }
  let wallets: Wallets | undefined
  const loadWallets = async () => {
    // Custody code comes with the first wallet request; a failed load is tried again at the next one.
    const { createWallets } = await import('./wallet/wallets.js')
    wallets ??= createWallets(context)
    return wallets
  }
  const handlers = createHandlers({ appId, loadWallets, loadedWallets: () => wallets })
  listen(window, handlers, config)
}
