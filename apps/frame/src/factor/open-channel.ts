import type { BrowserParts } from '../device/browser-parts.js'
import type { FactorTokens } from './factor-tokens.js'
import { type FactorChannel, shareFactors } from './share-factors.js'

/** The channel to the other pages of this origin under the same site; undefined where the browser has none. */
export function openFactorChannel(
  open: BrowserParts['openChannel'],
  appId: string,
): FactorChannel | undefined {
  return open(`sallyport:${appId}`)
}

/** As `shareFactors`, in this browser. */
export function shareFactorsOf(
  open: BrowserParts['openChannel'],
  appId: string,
  factors: FactorTokens,
): void {
  shareFactors(openFactorChannel(open, appId), factors)
}
