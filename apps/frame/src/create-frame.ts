import type { FramePageConfig } from '@sallyport/contract'
import { createCallSender } from './api/call-route.js'
import { createCallWithGrant } from './api/call-with-grant.js'
import { createVerifyToken } from './api/verify-token.js'
import { withToken } from './api/with-token.js'
import { base64urlToBytes } from './base64.js'
import type { ConfirmClock } from './confirm/confirmer.js'
import { guard } from './confirm/guard.js'
import type { Prompt } from './confirm/prompt.js'
import type { DeviceStore } from './device/device-record.js'
import { lazyStore } from './device/open-store.js'
import type { GrantStore, WalletGrants } from './device/wallet-grants.js'
import { createFactorTokens } from './factor/factor-tokens.js'
import { createFactors } from './factor/factors.js'
import { withFactor } from './factor/with-factor.js'
import { createHandlers } from './handlers/create-handlers.js'
import { type FrameWindow, listen } from './protocol/listen.js'
import { refuseRawDigests } from './rpc/refuse-raw-digests.js'
import { createRunExclusive } from './wallet/run-exclusive.js'
import type { Wallets } from './wallet/wallets.js'

/** Everything the frame touches outside itself. */
interface FrameOutside {
  window: FrameWindow
  config: FramePageConfig
  /** The frame's own origin, where the API is. */
  origin: string
  fetch: typeof fetch
  webCrypto: Crypto
  /** Called once, at the first request that needs a record. */
  openStore: () => Promise<DeviceStore>
  /** Whether the browser keeps cookies of this frame. */
  keepsCookies: () => boolean
  /** Where grants are kept for browsers that do not. */
  grantStore: GrantStore
  /** Web Locks, where the browser has them. */
  locks: LockManager | undefined
  /** Runs a task once the browser has nothing better to do; what waits on it must not depend on it. */
  whenIdle: (task: () => void) => void
  /** How a person is asked; loaded by the first request of an app that enforces it, and never else. */
  loadPrompt: (look: NonNullable<FramePageConfig['confirmation']>) => Promise<Prompt>
  clock: ConfirmClock
  /** This device's time, in milliseconds since 1970. */
  wallClock: () => number
}

/** Opens the frame: from now on it answers its parent. */
export function createFrame(outside: FrameOutside): void {
  const { config, origin, fetch, webCrypto } = outside
  const { appId } = config
  let grants: Promise<WalletGrants> | undefined
  const loadGrants = () => {
    grants ??= import('./device/wallet-grants.js').then(({ createWalletGrants }) =>
      createWalletGrants({ appId, webCrypto, store: outside.grantStore }),
    )
    return grants
  }
  const factorTokens = createFactorTokens(appId, outside.clock)
  const call = createCallWithGrant(
    createCallSender({ fetch, origin, appId, factorOf: factorTokens.of }),
    { loadGrants, hasGrants: outside.grantStore.isUsed },
  )
  const factors = createFactors(call, factorTokens)
  const context = {
    appId,
    vaultPublicKey: base64urlToBytes(config.vaultPublicKey),
    apiPublicKey: base64urlToBytes(config.apiPublicKey),
    call,
    webCrypto,
    openStore: lazyStore(outside.openStore),
    runExclusive: createRunExclusive(outside.locks),
    nowMs: outside.wallClock,
  }
  let wallets: Wallets | undefined
  const loadWallets = async () => {
    // Custody code comes when the page is idle or a wallet is asked for; a failed load is tried again.
    const { createWallets } = await import('./wallet/wallets.js')
    wallets ??= createWallets(context)
    return wallets
  }
  const signing = createHandlers({
    appId,
    loadWallets,
    loadedWallets: () => wallets,
    keepsCookies: outside.keepsCookies,
    loadGrants,
    factors,
  })
  const { confirmation } = config
  const loadConfirmer = async (look: NonNullable<typeof confirmation>) => {
    const { createConfirmer } = await import('./confirm/confirmer.js')
    return createConfirmer({
      appId,
      prompt: await outside.loadPrompt(look),
      clock: outside.clock,
      openStore: context.openStore,
    })
  }
  const confirmed = confirmation ? guard(signing, () => loadConfirmer(confirmation)) : signing
  // Before the user is asked.
  const handlers = config.allowsRawDigests ? confirmed : refuseRawDigests(confirmed)
  listen(
    outside.window,
    withToken(withFactor(handlers, factors), createVerifyToken(outside)),
    config,
  )
  outside.whenIdle(() => {
    // It only saves time: a load that fails here is tried again, and reported, when a wallet is asked for.
    loadWallets()
      .then((loaded) => loaded.warmUp())
      .catch(() => undefined)
  })
}
