import type { FactorTokens } from './factor-tokens.js'
import { type FactorChannel, shareFactors } from './share-factors.js'

/** The channel to the other pages of this origin under the same site; undefined where the browser has none. */
export function openFactorChannel(appId: string): FactorChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  return new BroadcastChannel(`sallyport:${appId}`)
}

/** As `shareFactors`, in this browser. */
export function shareFactorsOf(appId: string, factors: FactorTokens): void {
  shareFactors(openFactorChannel(appId), factors)
}
