import { Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { aimMs, holdMs, type Tab } from './driver.js'
import { findTarget, type Target } from './find.js'

/** A window; `address` names a frame of it. */
export function tabOf(driver: WebDriver, handle: string, address?: string): Tab {
  const here = async () => {
    await driver.switchTo().window(handle)
    if (address === undefined) return true
    const frame = (await driver.executeScript(callOf(findFrame), address)) as WebElement | null
    if (frame) await driver.switchTo().frame(frame)
    return frame !== null
  }
  const isFrameStill = async () => {
    await driver.switchTo().window(handle)
    if (address === undefined) return true
    const frame = (await driver.executeScript(callOf(findFrame), address)) as WebElement | null
    return frame !== null && isStill(driver, frame)
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
      if (!(await isFrameStill())) return false
      const element = await find(target)
      // A click whose two halves meet different elements, because they move, is lost.
      if (element === null || !(await isStill(driver, element))) return false
      // It may have gone since it was found.
      return element.click().then(
        () => true,
        () => false,
      )
    },
    async hold(target) {
      const element = await find(target)
      if (element === null) return false
      await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
      const hand = driver.actions({ async: true })
      await hand.move({ origin: element }).pause(aimMs).press().pause(holdMs).release().perform()
      return true
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
      // In what it opens as a tab, MiniBrowser lets no page open windows, not even by a press.
      await driver.switchTo().newWindow('window')
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

/** Whether an element stands where it stood two frames before; false where it has gone. */
async function isStill(driver: WebDriver, element: WebElement): Promise<boolean> {
  return driver
    .executeAsyncScript(asyncCallOf(staysInPlace), element)
    .then((answer) => answer === true)
    .catch(() => false)
}

function staysInPlace(element: Element): Promise<boolean> {
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return `${x} ${y} ${width} ${height}`
  }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const before = place()
  return nextFrame()
    .then(nextFrame)
    .then(() => element.isConnected && place() === before)
}

function findFrame(address: string): Element | null {
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each instanceof HTMLIFrameElement && each.src.startsWith(address) ? [each] : []),
      ...(each.shadowRoot ? all(each.shadowRoot) : []),
    ])
  return all(document)[0] ?? null
}

/** A script that calls a function of ours with the driver's arguments. */
export const callOf = (work: (...args: never[]) => unknown) =>
  `return (${work}).apply(null, arguments)`
const asyncCallOf = (work: (...args: never[]) => unknown) =>
  `const args = [...arguments]; const end = args.pop();
   Promise.resolve((${work})(...args)).then(end)`
