import { type Browser, expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { signInByApi } from './bare-host.js'
import { settle, show, spots } from './gallery.js'
import { dev, watchNoise } from './person.js'

// Digits in their cells are too short for axe; `tokens.test.ts` computes their contrast for every theme.
const singleDigit = /color-contrast: .*\.(cell|here)\b.*too short/

test.use({ trace: 'off' })

/** `SALLYPORT_LOOKS=all` tries all eight; `npm test` four of them, in which each value meets each other one. */
const isWhole = process.env.SALLYPORT_LOOKS === 'all'
const looks = ([1280, 320] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const looksOf = (locale: string) => looks.filter((look) => isWhole || isInHalf(look, locale))

function isInHalf({ width, colorScheme }: { width: number; colorScheme: string }, locale: string) {
  return ((width === 320) === (colorScheme === 'dark')) === (locale === 'en')
}

test('axe finds nothing on any screen in any state: light and dark, wide and narrow, both directions', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  // Side by side, in windows of their own: most of the time is spent in the pages.
  const found = await Promise.all(['en', 'ar'].map((locale) => sweep(browser, locale)))

  expect(spots.length).toBeGreaterThan(80)
  expect(found.flat()).toEqual([])
})

/** A page of its own through all scenes; each is loaded once, and follows window and system from look to look. */
async function sweep(browser: Browser, locale: string): Promise<string[]> {
  const context = await browser.newContext()
  const found = watchNoise(context)
  const page = await context.newPage()
  for (const spot of spots) {
    await show(page, spot, { locale, width: 1280, theme: 'system' })
    for (const { width, colorScheme } of looksOf(locale)) {
      await page.setViewportSize({ width, height: 760 })
      await page.emulateMedia({ colorScheme })
      await settle(page)
      const { violations, unsure } = await findings(page)
      const lines = [...violations, ...unsure.filter((line) => !singleDigit.test(line))]
      const where = [spot.screen, spot.state, width, colorScheme, locale].join(' ')
      found.push(...lines.map((line) => `${where}: ${line}`))
    }
  }
  await context.close()
  return found
}

test('axe finds nothing on the pages of demo and dashboard: light and dark, wide and narrow', async ({
  context,
  page,
}) => {
  test.setTimeout(300_000)
  const noise = watchNoise(context)
  // Something to see in the inbox.
  await signInByApi()
  const found: string[] = []
  const urls = [dev.demoUrl, ...['inbox', 'clock', 'settings', 'gallery'].map(onDashboard)]
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
})

// What is scrolled out of a list, beside its like in view; and frames that run no script of ours, or are tested above.
const undecidable = /^color-contrast: .*partially obscured|^frame-tested: /

function onDashboard(path: string): string {
  return `${dev.dashboardUrl}/${path}`
}
