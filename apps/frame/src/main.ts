import * as z from 'zod/mini'
import { createFrame } from './create-frame.js'
import { browserParts } from './device/browser-parts.js'
import { openGrantStore } from './device/grant-store.js'
import { openStore } from './device/open-store.js'
import { readPageConfig } from './page-config.js'

// The page's policy forbids `eval`; without this zod would try it and leave a violation report.
z.config({ jitless: true })

const clock = {
  nowMs: () => performance.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const config = readPageConfig(document)
if (location.pathname.endsWith('/embedded-wallets/confirm')) {
  const { languages } = navigator
  void import('./confirm/confirm-window.js').then((it) =>
    it.openConfirmWindow({ window, document, clock, languages }),
  )
} else if (/\/embedded-wallets\/(approval|device)$/.test(location.pathname)) {
  void import('./stands-alone.js').then((it) => it.openStandingAlone(config, clock))
} else if (/\/embedded-wallets\/\w+$/.test(location.pathname)) {
  void import('./page/main.js').then((it) => it.openVisiblePage(config, clock))
} else openHiddenFrame()

function openHiddenFrame() {
  const { indexedDB, localStorage, locks, openChannel } = browserParts(globalThis)
  createFrame({
    window,
    config,
    origin: location.origin,
    fetch: fetch.bind(window),
    webCrypto: crypto,
    openStore: () => openStore(indexedDB),
    grantStore: openGrantStore(indexedDB, localStorage),
    storage: localStorage,
    locks,
    shareFactors: async (factors) =>
      (await import('./factor/open-channel.js')).shareFactorsOf(openChannel, config.appId, factors),
    // Safari has no idle callback.
    whenIdle: (task) =>
      'requestIdleCallback' in window
        ? requestIdleCallback(task, { timeout: 2_000 })
        : setTimeout(task, 500),
    loadPrompt: async (look) => {
      const { createPrompt } = await import('./confirm/screen/create-prompt.js')
      const { createWalletSigns } = await import('./sign/wallet-signs.js')
      return createPrompt({
        document,
        look,
        clock,
        languages: navigator.languages,
        opener: window,
        signs: createWalletSigns(localStorage, config.appId),
      })
    },
    clock,
    wallClock: Date.now,
  })
}
