import type { FramePageConfig } from '@sallyport/contract'
import { createVerifyToken } from './api/verify-token.js'
import { withToken } from './api/with-token.js'
import type { ConfirmClock } from './confirm/confirmer.js'
import { guard, loadOnce } from './confirm/guard.js'
import type { Prompt } from './confirm/prompt.js'
import type { FactorTokens } from './factor/factor-tokens.js'
import { withFactor } from './factor/with-factor.js'
import { createHandlers } from './handlers/create-handlers.js'
import { type FrameWindow, listen } from './protocol/listen.js'
import { refuseRequests } from './rpc/refuse-requests.js'
import { openAccess, type WalletOutside } from './wallet/open-access.js'
import type { Wallets } from './wallet/wallets.js'

/** Everything the frame touches outside itself. */
interface FrameOutside extends WalletOutside {
  window: FrameWindow
  config: FramePageConfig
  /** Tells the other pages of this origin under the same site what users have proven. */
  shareFactors: (factors: FactorTokens) => Promise<void>
  /** Runs a task once the browser has nothing better to do; what waits on it must not depend on it. */
  whenIdle: (task: () => void) => void
  /** Remembers where users have sent to; left out where the browser refuses storage. */
  storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** How a person is asked; loaded by the first request that they have to confirm. */
  loadPrompt: (look: NonNullable<FramePageConfig['confirmation']>) => Promise<Prompt>
  clock: ConfirmClock
}

/** Opens the frame: from now on it answers its parent. */
export function createFrame(outside: FrameOutside): void {
  const { config } = outside
  const { appId } = config
  const { context, factors, loadGrants, registerKey } = openAccess(outside)
  let wallets: Wallets | undefined
  const loadWallets = async () => {
    // Custody code comes when the page is idle or a wallet is asked for; a failed load is tried again.
    const { createWallets } = await import('./wallet/wallets.js')
    wallets ??= createWallets(context)
    return wallets
  }
  const { confirmation } = config
  const confirmer = loadOnce(async (look) => {
    const [{ createConfirmer }, { createSentTo }] = await Promise.all([
      import('./confirm/confirmer.js'),
      import('./confirm/sent-to.js'),
    ])
    // A sheet of before the app enforced screens would have the look that its page asked for.
    const shown = confirmation ?? look ?? { appName: '', theme: 'system', accentColor: null }
    return createConfirmer({
      appId,
      prompt: await outside.loadPrompt(shown),
      clock: outside.clock,
      openStore: context.openStore,
      sentTo: createSentTo(outside.storage),
    })
  })
  const signing = createHandlers({
    appId,
    loadWallets,
    loadedWallets: () => wallets,
    registerKey,
    openStore: context.openStore,
    loadGrants,
    factors,
    call: context.call,
    loadConfirmer: confirmer.loaded,
  })
  const confirmed = guard(signing, confirmer, confirmation !== null)
  // Before the user is asked.
  const handlers = refuseRequests(confirmed, {
    rawDigests: config.allowsRawDigests,
    authorizations: config.allowsAuthorizations,
  })
  listen(
    outside.window,
    withToken(withFactor(handlers, factors), createVerifyToken(outside)),
    config,
  )
  outside.whenIdle(() => {
    // Its page comes after a click; a load that fails leaves users to prove their factor once more.
    outside.shareFactors(factors).catch(() => undefined)
    // It only saves time: a load that fails here is tried again, and reported, when a wallet is asked for.
    loadWallets()
      .then((loaded) => loaded.warmUp())
      .catch(() => undefined)
  })
}
