import { expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { signInByApi } from './bare-host.js'
import { settle, spots } from './gallery.js'
import { dev, watchNoise } from './person.js'
import { sweepWithAxe } from './sweep-axe.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

/* All states in all looks: accessible.deep.spec.ts. */

test('axe finds nothing on the first state of any screen in light', async ({ browser }) => {
  test.setTimeout(300_000)
  const first = spots.filter(({ state }) => state === 'first')
  const looks = [{ width: 1280, colorScheme: 'light' }] as const

  expect(first.length).toBeGreaterThan(10)
  expect(await sweepWithAxe(browser, { spots: first, looks, locale: 'en' })).toEqual([])
})

const looks = ([1280, 320] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test('axe finds nothing on the pages of demo and dashboard: light and dark, wide and narrow', async ({
  context,
  page,
}) => {
  test.setTimeout(300_000)
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
})

// What is scrolled out of a list, beside its like in view; and frames that run no script of ours, or are tested above.
const undecidable = /^color-contrast: .*partially obscured|^frame-tested: /

function onDashboard(path: string): string {
  return `${dev.dashboardUrl}/${path}`
}
