import { type BrowserContext, expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { type Look, settle, show, spots } from './gallery.js'
import { watchNoise } from './person.js'

// Digits in their cells are too short for axe; `tokens.test.ts` computes their contrast for every theme.
const singleDigit = /color-contrast: .*\.(cell|here)\b.*too short/

test.use({ trace: 'off' })

for (const locale of ['en', 'ar']) {
  test(`axe finds nothing on any screen in any state, light and dark, wide and narrow: ${locale}`, async ({
    context,
  }) => {
    test.setTimeout(300_000)
    const noise = watchNoise(context)
    const widths = ([1280, 320] as const).map((width) => sweep(context, { locale, width }))
    const found = (await Promise.all(widths)).flat()

    expect(spots.length).toBeGreaterThan(80)
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}

/** A page of its own through all scenes; each is drawn once, and follows the system from light to dark. */
async function sweep(context: BrowserContext, look: Omit<Look, 'theme'>): Promise<string[]> {
  const page = await context.newPage()
  const found: string[] = []
  for (const spot of spots) {
    await page.emulateMedia({ colorScheme: 'light' })
    await show(page, spot, { ...look, theme: 'system' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      const { violations, unsure } = await findings(page)
      const lines = [...violations, ...unsure.filter((line) => !singleDigit.test(line))]
      found.push(
        ...lines.map(
          (line) => `${spot.screen} ${spot.state} ${look.width} ${colorScheme}: ${line}`,
        ),
      )
    }
  }
  return found
}
