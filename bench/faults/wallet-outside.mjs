/** What the wallet's pages touch outside themselves, for the browser in Node. */
import { framePageConfig } from '../../packages/contract/dist/index.js'
import { publicOrigin } from './stack.mjs'

/** What wallet code touches outside itself; undefined for a page without its settings. */
export function outsideOf(html, { store, fetch }) {
  const [, json] = /id="sallyport-frame">([^<]+)</.exec(html) ?? []
  if (!json) return undefined
  return {
    config: framePageConfig.parse(JSON.parse(json)),
    origin: publicOrigin,
    fetch,
    webCrypto: crypto,
    openStore: async () => store,
    keepsCookies: () => true,
    grantStore: {
      isUsed: () => false,
      get: async () => undefined,
      put: async () => undefined,
    },
    locks: undefined,
    clock: { nowMs: () => performance.now(), after: () => () => undefined },
    wallClock: Date.now,
  }
}
