import puppeteer from 'puppeteer-core'
import type { Engine, ProfileOptions } from './driver.js'
import { device, profileOf } from './puppeteer.js'

/** Chromium, the control. */
export const chromium = (executablePath: string): Engine => ({
  name: 'chromium',
  async open({ args = [] }: ProfileOptions = {}) {
    const browser = await puppeteer.launch({
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-quic', '--lang=en-US', ...args],
    })
    return {
      ...(await profileOf(browser)),
      async addAuthenticator() {
        const [page] = await browser.pages()
        const session = await page?.createCDPSession()
        await session?.send('WebAuthn.enable')
        await session?.send('WebAuthn.addVirtualAuthenticator', { options: device })
      },
    }
  },
})
