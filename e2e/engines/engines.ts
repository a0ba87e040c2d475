import { existsSync } from 'node:fs'
import type { Engine, EngineName } from './driver.js'
import { chromium, firefox } from './puppeteer.js'
import { webkit } from './webkit.js'

/** The engine of a project. */
export function engineOf(name: EngineName): Engine {
  const open: Record<EngineName, () => Engine> = {
    chromium,
    firefox: () => firefox('/usr/lib/firefox-esr/firefox-esr'),
    webkit: () =>
      webkit({
        driver: '/usr/bin/WebKitWebDriver',
        browser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      }),
  }
  return open[name]()
}
void existsSync
