import { type BrowserContext, expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { settle, show, spots } from './gallery.js'
import { watchNoise } from './person.js'

// Digits in their cells are too short for axe; `tokens.test.ts` computes their contrast for every theme.
const singleDigit = /color-contrast: .*\.(cell|here)\b.*too short/

test.use({ trace: 'off' })

const looks = ([1280, 320] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

test('axe finds nothing on any screen in any state: light and dark, wide and narrow, both directions', async ({
  context,
}) => {
  test.setTimeout(600_000)
  const noise = watchNoise(context)
  // Side by side: most of the time is spent in the pages.
  const found = await Promise.all(['en', 'ar'].map((locale) => sweep(context, locale)))

  expect(spots.length).toBeGreaterThan(80)
  expect(found.flat()).toEqual([])
  expect(noise).toEqual([])
})

/** A page of its own through all scenes; each is loaded once, and follows window and system from look to look. */
async function sweep(context: BrowserContext, locale: string): Promise<string[]> {
  const page = await context.newPage()
  const found: string[] = []
  for (const spot of spots) {
    await show(page, spot, { locale, width: 1280, theme: 'system' })
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 760 })
      await page.emulateMedia({ colorScheme })
      await settle(page)
      const { violations, unsure } = await findings(page)
      const lines = [...violations, ...unsure.filter((line) => !singleDigit.test(line))]
      const where = [spot.screen, spot.state, width, colorScheme, locale].join(' ')
      found.push(...lines.map((line) => `${where}: ${line}`))
    }
  }
  return found
}
