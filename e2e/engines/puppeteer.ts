import type { Browser, ElementHandle, Frame, Page } from 'puppeteer-core'
import { aimMs, holdMs, type Profile, type Tab } from './driver.js'
import { findTarget, type Target } from './find.js'

/** A profile of a browser that Puppeteer has started. */
export async function profileOf(browser: Browser): Promise<Profile> {
  const [first] = await browser.pages()
  return {
    tab: tabOf(first ?? (await browser.newPage()), browser),
    close: () => browser.close(),
  }
}

/** A phone's or a computer's own passkeys. */
export const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

const ids = new WeakMap<Page, string>()
let lastId = 0

function idOf(page: Page): string {
  const id = ids.get(page) ?? `tab ${++lastId}`
  ids.set(page, id)
  return id
}

function tabOf(page: Page, browser: Browser): Tab {
  return {
    id: idOf(page),
    ...partOf(page.mainFrame(), page),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    async frame(address) {
      const frame = page.frames().find((each) => each.url().startsWith(address))
      return frame && { ...tabOf(page, browser), ...partOf(frame, page) }
    },
    async others() {
      const pages = await browser.pages()
      return pages.filter((each) => each !== page).map((each) => tabOf(each, browser))
    },
    newTab: async () => tabOf(await browser.newPage(), browser),
    isClosed: async () => page.isClosed(),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  }
}

function partOf(frame: Frame, page: Page): Pick<Tab, 'run' | 'has' | 'press' | 'hold' | 'type'> {
  const find = async (target: Target): Promise<ElementHandle<Element> | null> =>
    (await frame.evaluateHandle(findTarget, target)).asElement() as ElementHandle<Element> | null
  const pointAt = async (target: Target) => {
    const element = await find(target)
    // It may have gone since it was found, or a sheet that opens moves it.
    const isSteady = await element?.evaluate(staysInPlace).catch(() => false)
    return (isSteady && (await element?.clickablePoint().catch(() => null))) || undefined
  }
  return {
    // Puppeteer's types name its handles, which are not passed here.
    run: (work, ...args) => frame.evaluate(work as never, ...args) as never,
    has: async (target) => (await find(target)) !== null,
    async press(target) {
      const point = await pointAt(target)
      if (!point) return false
      // A window that the press closes gives no answer.
      await page.mouse.click(point.x, point.y).catch(() => undefined)
      return true
    },
    async hold(target) {
      const point = await pointAt(target)
      if (!point) return false
      await page.mouse.move(point.x - 2, point.y)
      await page.mouse.move(point.x, point.y)
      await new Promise((resolve) => setTimeout(resolve, aimMs))
      await page.mouse.down()
      await new Promise((resolve) => setTimeout(resolve, holdMs))
      await page.mouse.up()
      return true
    },
    async type(target, text, { enter = false } = {}) {
      const element = await find({ ...target, role: 'field' })
      if (element === null) return false
      await element.focus()
      await element.evaluate((field) => (field as HTMLInputElement).select())
      await element.type(text)
      if (enter) await page.keyboard.press('Enter')
      return true
    },
  }
}

/** Whether a pointer at an element hits it, now and two frames later at the same place. Runs in the page. */
async function staysInPlace(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve)
      // A tab in the background draws no frames.
      setTimeout(resolve, 100)
    })
  const before = element.getBoundingClientRect()
  await frame()
  await frame()
  const { x, y, width, height } = element.getBoundingClientRect()
  const root = element.getRootNode() as Document | ShadowRoot
  const hit = root.elementFromPoint(x + width / 2, y + height / 2)
  return x === before.x && y === before.y && hit !== null && element.contains(hit)
}
