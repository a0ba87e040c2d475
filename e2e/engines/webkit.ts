import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Engine, Profile, ProfileOptions, Tab } from './driver.js'
import { findTarget, type Target } from './find.js'

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
  { driver: driverPath, browser, screen: screenPath }: Places,
  { args = [] }: ProfileOptions = {},
): Promise<Profile> {
  const home = await mkdtemp(join(tmpdir(), 'sallyport-webkit-'))
  const screen = start(screenPath, [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1280x900x24',
    '-nolisten',
    'tcp',
  ])
  const display = await firstLine(screen)
  const port = await freePort()
  const service = start(driverPath, [`--port=${port}`], {
    HOME: home,
    DISPLAY: `:${display}`,
    LANG: 'en_US.UTF-8',
    // Its own sandbox needs namespaces that containers do not give.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    NO_AT_BRIDGE: '1',
  })
  const end = async () => {
    stop(service)
    stop(screen)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const driver = await connect(port, { browser, args })
    const first = await driver.getWindowHandle()
    return {
      tab: tabOf(driver, first),
      async clearData() {
        await driver.switchTo().newWindow('tab')
        for (const kind of ['IndexedDB Databases', 'Local Storage', 'Cookies']) {
          await driver.get('minibrowser-about:data')
          await driver.executeScript(callOf(clearKind), kind)
        }
        await driver.close()
      },
      // The driver's own end of a session can hang; its processes are ended.
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function connect(
  port: number,
  { browser, args }: { browser: string; args: readonly string[] },
): Promise<WebDriver> {
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 20_000
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation', ...args] },
    })
    .build()
}

/** A window; `address` names a frame of it. */
function tabOf(driver: WebDriver, handle: string, address?: string): Tab {
  const here = async () => {
    await driver.switchTo().window(handle)
    if (address === undefined) return true
    const frame = (await driver.executeScript(callOf(findFrame), address)) as WebElement | null
    if (frame) await driver.switchTo().frame(frame)
    return frame !== null
  }
  const find = async (target: Target) => {
    if (!(await here())) return null
    return (await driver.executeScript(callOf(findTarget), target)) as WebElement | null
  }
  return {
    id: handle,
    async goto(url) {
      await here()
      await driver.get(url)
    },
    async reload() {
      await here()
      await driver.navigate().refresh()
    },
    async run(work, ...args) {
      if (!(await here())) throw new Error(`The page has no frame of ${address}`)
      return (await driver.executeAsyncScript(asyncCallOf(work), ...args)) as never
    },
    has: async (target) => (await find(target)) !== null,
    async press(target) {
      const element = await find(target)
      if (element === null) return false
      // It may have gone since it was found.
      return element.click().then(
        () => true,
        () => false,
      )
    },
    async type(target, text, { enter = false } = {}) {
      const element = await find({ ...target, role: 'field' })
      if (element === null) return false
      await driver.executeScript('arguments[0].focus(); arguments[0].select?.()', element)
      await element.sendKeys(text, ...(enter ? [Key.ENTER] : []))
      return true
    },
    async frame(start) {
      await driver.switchTo().window(handle)
      const isThere = await driver.executeScript(callOf(findFrame), start)
      return isThere ? tabOf(driver, handle, start) : undefined
    },
    async others() {
      const handles = await driver.getAllWindowHandles()
      return handles.filter((each) => each !== handle).map((each) => tabOf(driver, each))
    },
    async newTab() {
      await driver.switchTo().newWindow('tab')
      return tabOf(driver, await driver.getWindowHandle())
    },
    isClosed: async () => !(await driver.getAllWindowHandles()).includes(handle),
    async screenshot() {
      await driver.switchTo().window(handle)
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
    async close() {
      await driver.switchTo().window(handle)
      await driver.close()
    },
  }
}

function findFrame(address: string): Element | null {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each instanceof HTMLIFrameElement && each.src.startsWith(address) ? [each] : []),
      ...(each.shadowRoot ? all(each.shadowRoot) : []),
    ])
  return all(document)[0] ?? null
}

/** Presses "Clear all" below a heading of the browser's own page. */
function clearKind(kind: string): void {
  const heading = [...document.querySelectorAll('h1')].find((each) => each.textContent === kind)
  const buttons = heading?.nextElementSibling?.querySelectorAll<HTMLElement>('input[type=button]')
  buttons?.item(buttons.length - 1).click()
}

const callOf = (work: (...args: never[]) => unknown) => `return (${work}).apply(null, arguments)`
const asyncCallOf = (work: (...args: never[]) => unknown) =>
  `const args = [...arguments]; const end = args.pop();
   Promise.resolve((${work})(...args)).then(end)`

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: what it starts ends with it.
    detached: true,
  })
}

function stop({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
    stdout?.once('end', () => reject(new Error('Xvfb did not start')))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
