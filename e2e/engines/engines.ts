import { findChromium } from '../../scripts/lib/chromium.mjs'
import { findEngine } from '../../scripts/lib/engines.mjs'
import { chromium } from './chromium.js'
import type { Engine, EngineName } from './driver.js'
import { firefox } from './firefox.js'
import { webkit } from './webkit.js'

/** The engine with a name; undefined when it is not installed on this machine. */
export function engineOf(name: EngineName): Engine | undefined {
  return open[name]()
}

const open: Record<EngineName, () => Engine | undefined> = {
  chromium() {
    const path = findChromium()
    return path === undefined ? undefined : chromium(path)
  },
  firefox() {
    const [path] = findEngine('Firefox') ?? []
    return path === undefined ? undefined : firefox(path)
  },
  webkit() {
    const [driver, browser, screen] = findEngine('WebKit') ?? []
    if (driver === undefined || browser === undefined || screen === undefined) return undefined
    return webkit({ driver, browser, screen })
  },
}
