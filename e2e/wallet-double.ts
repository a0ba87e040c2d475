import type { BrowserContext, Page } from '@playwright/test'

/** How the test wallet of the demo behaves; see `apps/demo/src/wallet-double/settings.ts`. */
export interface WalletDoubleSettings {
  on?: boolean
  coinbase?: boolean
  answer?: 'approve' | 'reject' | 'wait'
  delayMs?: number
  locked?: boolean
  selected?: number
  sharesAll?: boolean
  chainId?: number
}

/** Installs the demo's test wallet in every page of the context, as a browser extension would be. */
export async function installWallet(
  context: BrowserContext,
  settings: WalletDoubleSettings = {},
): Promise<void> {
  await context.addInitScript((given) => {
    // Frames have no wallet, and some of them no storage.
    if (window !== window.top || location.protocol === 'about:') return
    const stored = JSON.parse(localStorage.getItem('wallet-double') ?? '{}')
    localStorage.setItem('wallet-double', JSON.stringify({ ...given, ...stored, on: true }))
  }, settings)
}

/** Changes how the wallet behaves, as its user would in the extension. */
export async function setWallet(page: Page, settings: WalletDoubleSettings): Promise<void> {
  await page.evaluate((given) => {
    const { walletDouble } = window as unknown as {
      walletDouble: { set(change: object): void }
    } // put there by the double
    walletDouble.set(given)
  }, settings)
}
