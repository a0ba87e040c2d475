import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import type { Engine, ProfileOptions } from './driver.js'
import { connectMarionette } from './marionette.js'
import { device, profileOf } from './puppeteer.js'

/** Firefox as Debian and Mozilla build it, by WebDriver BiDi. */
export const firefox = (executablePath: string): Engine => ({
  name: 'firefox',
  async open({ prefs = {} }: ProfileOptions = {}) {
    const userDataDir = await mkdtemp(join(tmpdir(), 'sallyport-firefox-'))
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir,
      args: ['-marionette'],
      // Otherwise it looks for updates and the like.
      extraPrefsFirefox: {
        'app.update.enabled': false,
        'intl.accept_languages': 'en-US',
        'marionette.port': 0,
        // Passkeys are on virtual devices only.
        'security.webauth.webauthn_enable_softtoken': true,
        'security.webauth.webauthn_enable_usbtoken': false,
        ...prefs,
      },
    })
    const marionette = await connectMarionette(userDataDir)
    return {
      ...(await profileOf(browser)),
      async addAuthenticator() {
        // Passkeys need a page with the focus, which this command gives it.
        const [handle] = (await marionette.send('WebDriver:GetWindowHandles', {})) as string[] // of the first tab
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true })
        await marionette.send('WebAuthn:AddVirtualAuthenticator', {
          ...device,
          isUserConsenting: true,
        })
      },
      async close() {
        const program = browser.process()
        await browser.close()
        marionette.end()
        if (program) await end(program)
        await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
})

/** Ends a browser that its driver has left: it does so silently where the connection has closed first, as it may on a busy machine. */
async function end(program: ChildProcess): Promise<void> {
  if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return
  const isEnded = once(program, 'exit')
  try {
    // It leads a group of its own.
    process.kill(-program.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await isEnded
}
