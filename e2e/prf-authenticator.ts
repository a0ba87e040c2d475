import type { Page } from '@playwright/test'

/** A passkey device of a page whose passkeys give secrets (WebAuthn's `prf`), and which confirms every request. */
export interface PrfAuthenticator {
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Deletes what this browser keeps for an origin: the page is then as on a device that has the passkeys only. */
  clear(origins: readonly string[]): Promise<void>
  /** Unplugs it. */
  remove(): Promise<void>
}

/** Adds a virtual authenticator to a page; `more` changes what it can do. */
export async function addPrfAuthenticator(
  page: Page,
  more: { hasPrf?: boolean; defaultBackupEligibility?: boolean; isUserVerified?: boolean } = {},
): Promise<PrfAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
      ...more,
    },
  })
  return {
    async count() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async clear(origins) {
      for (const origin of origins) {
        await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      }
      await page.context().clearCookies()
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
