import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/**
 * Two ways to have headless Chromium open a page, each giving the function that ends it: `alone`, as a person's browser
 * runs, and `driven`, through the debugging protocol of test tools, which hears of every request in the page's own time.
 */
export const browsers = {
  async alone(url) {
    const profile = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run']
    const child = spawn(findChromium(), [...flags, `--user-data-dir=${profile}`, url], {
      stdio: 'ignore',
    })
    const exited = new Promise((resolve) => child.on('exit', resolve))
    return async () => {
      child.kill()
      await exited
      // Its helper processes write there until they end, a moment after it.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
  async driven(url) {
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox'],
    })
    const page = await browser.newPage()
    await page.goto(url)
    return () => browser.close()
  },
}

/** The version of the Chromium that both open. */
export async function chromiumVersion() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const version = browser.version()
  await browser.close()
  return version
}
