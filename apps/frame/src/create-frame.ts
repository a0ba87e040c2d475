import type { FramePageConfig } from '@sallyport/contract'
import { createCallRoute } from './api/call-route.js'
import { base64urlToBytes } from './base64.js'
import type { DeviceStore } from './device/device-record.js'
import { lazyStore } from './device/open-store.js'
import { createHandlers } from './handlers.js'
import { type FrameWindow, listen } from './protocol/listen.js'
import { createRunExclusive } from './wallet/run-exclusive.js'
import type { Wallets } from './wallet/wallets.js'

/** Everything the frame touches outside itself. */
export interface FrameOutside {
  window: FrameWindow
  config: FramePageConfig
  /** The frame's own origin, where the API is. */
  origin: string
  fetch: typeof fetch
  webCrypto: Crypto
  /** Called once, at the first request that needs a record. */
  openStore: () => Promise<DeviceStore>
  /** Web Locks, where the browser has them. */
  locks: LockManager | undefined
  /** Runs a task once the browser has nothing better to do; what waits on it must not depend on it. */
  whenIdle: (task: () => void) => void
}

/** Opens the frame: from now on it answers its parent. */
export function createFrame(outside: FrameOutside): void {
  const { config, origin, fetch, webCrypto } = outside
  const { appId } = config
  const context = {
    appId,
    vaultPublicKey: base64urlToBytes(config.vaultPublicKey),
    apiPublicKey: base64urlToBytes(config.apiPublicKey),
    call: createCallRoute({ fetch, origin, appId }),
    webCrypto,
    openStore: lazyStore(outside.openStore),
    runExclusive: createRunExclusive(outside.locks),
  }
  let wallets: Wallets | undefined
  const loadWallets = async () => {
    // Custody code comes when the page is idle or a wallet is asked for; a failed load is tried again.
    const { createWallets } = await import('./wallet/wallets.js')
    wallets ??= createWallets(context)
    return wallets
  }
  const handlers = createHandlers({ appId, loadWallets, loadedWallets: () => wallets })
  listen(outside.window, handlers, config)
  outside.whenIdle(() => {
    // It only saves time: a load that fails here is tried again, and reported, when a wallet is asked for.
    loadWallets()
      .then((loaded) => loaded.warmUp())
      .catch(() => undefined)
  })
}
