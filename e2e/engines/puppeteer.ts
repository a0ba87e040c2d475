import puppeteer, { type Browser, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import type { Engine, Profile, ProfileOptions, Tab } from './driver.js'
import { findTarget, type Target } from './find.js'

/** Firefox as Debian and Mozilla build it, by WebDriver BiDi. */
export const firefox = (executablePath: string): Engine => ({
  name: 'firefox',
  open: async ({ prefs = {} }: ProfileOptions = {}) =>
    profileOf(
      await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        // Otherwise it looks for updates and the like.
        extraPrefsFirefox: {
          'app.update.enabled': false,
          'intl.accept_languages': 'en-US',
          ...prefs,
        },
      }),
    ),
})

/** Chromium, the control. */
export const chromium = (executablePath: string): Engine => ({
  name: 'chromium',
  open: async ({ args = [] }: ProfileOptions = {}) =>
    profileOf(
      await puppeteer.launch({
        executablePath,
        headless: true,
        args: ['--no-sandbox', '--disable-quic', '--lang=en-US', ...args],
      }),
    ),
})

async function profileOf(browser: Browser): Promise<Profile> {
  const [first] = await browser.pages()
  return {
    tab: tabOf(first ?? (await browser.newPage()), browser),
    close: () => browser.close(),
  }
}

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

function partOf(frame: Frame, page: Page): Pick<Tab, 'run' | 'has' | 'press' | 'type'> {
  const find = async (target: Target): Promise<ElementHandle<Element> | null> =>
    (await frame.evaluateHandle(findTarget, target)).asElement() as ElementHandle<Element> | null
  return {
    // Puppeteer's types name its handles, which are not passed here.
    run: (work, ...args) => frame.evaluate(work as never, ...args) as never,
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
      await element.focus()
      await element.evaluate((field) => (field as HTMLInputElement).select())
      await element.type(text)
      if (enter) await page.keyboard.press('Enter')
      return true
    },
  }
}
