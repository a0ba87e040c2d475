import { Builder, type WebDriver } from 'selenium-webdriver'
import type { Engine, Profile, ProfileOptions } from './driver.js'
import { startService } from './webkit-service.js'
import { callOf, tabOf } from './webkit-tab.js'

interface Places {
  driver: string
  browser: string
  /** Xvfb. */
  screen: string
}

/** WebKit as Debian builds it for GTK, by its own WebDriver on a screen of its own. */
export const webkit = (places: Places): Engine => ({
  name: 'webkit',
  open: (options) => openProfile(places, options),
})

async function openProfile(
  { driver: driverPath, browser, screen }: Places,
  { args = [] }: ProfileOptions = {},
): Promise<Profile> {
  const { url, end } = await startService(driverPath, screen)
  try {
    const driver = await connect(url, { browser, args })
    const first = await driver.getWindowHandle()
    return { tab: tabOf(driver, first), clearData: () => clearData(driver), close: end }
  } catch (error) {
    await end()
    throw error
  }
}

function connect(
  url: string,
  { browser, args }: { browser: string; args: readonly string[] },
): Promise<WebDriver> {
  const options = { binary: browser, args: ['--automation', ...args] }
  return new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build()
}

/** Uses the browser's own page, in a tab of its own. */
async function clearData(driver: WebDriver): Promise<void> {
  await driver.switchTo().newWindow('tab')
  for (const kind of ['IndexedDB Databases', 'Local Storage', 'Cookies']) {
    await driver.get('minibrowser-about:data')
    await driver.executeScript(callOf(clearKind), kind)
  }
  await driver.close()
}

/** Presses "Clear all" below a heading of the browser's own page. */
function clearKind(kind: string): void {
  const heading = [...document.querySelectorAll('h1')].find((each) => each.textContent === kind)
  const buttons = heading?.nextElementSibling?.querySelectorAll<HTMLElement>('input[type=button]')
  buttons?.item(buttons.length - 1).click()
}
