import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findings } from './axe.js'
import { signInByApi } from './bare-host.js'
import { settle } from './gallery.js'
import { dev, watchNoise } from './person.js'

/** How a page is looked at. */
interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** Opens the pages of demo and dashboard and expects that axe finds nothing in any look, and that none scrolls sideways. */
export async function expectAccessiblePages(
  { context, page }: { context: BrowserContext; page: Page },
  looks: readonly Look[],
): Promise<void> {
  const noise = watchNoise(context)
  // Something to see in the inbox.
  await signInByApi()
  const found: string[] = []
  const demoPages = ['', '/methods', '/methods/email'].map((path) => `${dev.demoUrl}${path}`)
  const urls = [
    ...demoPages,
    ...['inbox', 'clock', 'settings', 'simulators', 'gallery'].map(onDashboard),
  ]
  for (const url of urls) {
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 760 })
      await page.emulateMedia({ colorScheme })
      await settle(page)
      const { violations, unsure } = await findings(page)
      const where = [url, width, colorScheme].join(' ')
      const lines = [...violations, ...unsure.filter((line) => !undecidable.test(line))]
      found.push(...lines.map((line) => `${where}: ${line}`))
      const isCutOff = await page.evaluate(() => document.body.scrollWidth > innerWidth)
      if (isCutOff) found.push(`${where}: the page scrolls sideways`)
    }
  }

  expect(found).toEqual([])
  expect(noise).toEqual([])
}

// What is scrolled out of a list, beside its like in view; and frames that run no script of ours, or are tested above.
const undecidable = /^color-contrast: .*partially obscured|^frame-tested: /

function onDashboard(path: string): string {
  return `${dev.dashboardUrl}/${path}`
}
