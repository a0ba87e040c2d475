import type { Page } from '@playwright/test'

/** A passkey device of a page that confirms what it is told to. */
export interface Authenticator {
  /** Runs `work` and confirms the request that the page makes by it. */
  confirmNext(work: () => Promise<void>): Promise<void>
  /** Confirms every request from now on, or none. */
  confirmAll(confirms: boolean): Promise<void>
  /** Whether its user fails to unlock it. */
  refuse(refuses: boolean): Promise<void>
  /** How many passkeys it holds. */
  count(): Promise<number>
}

/** Adds a virtual authenticator with a screen lock to a page. It confirms nothing until it is told to. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  const confirmAll = async (enabled: boolean) => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
  const used = () =>
    new Promise<void>((resolve) => {
      cdp.once('WebAuthn.credentialAdded', () => resolve())
      cdp.once('WebAuthn.credentialAsserted', () => resolve())
    })
  return {
    confirmAll,
    async confirmNext(work) {
      const done = used()
      await confirmAll(true)
      await work()
      await done
      await confirmAll(false)
    },
    async refuse(refuses) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses })
    },
    async count() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}
