import type { Browser } from '@playwright/test'
import { bringAxe, findings } from './axe.js'
import { problemOf, type Spot, settle, show } from './gallery.js'
import { watchNoise } from './person.js'

/** A window width and a colour scheme. */
export interface AxeLook {
  width: 1280 | 320
  colorScheme: 'light' | 'dark'
}

// Digits in their cells are too short for axe; `tokens.test.ts` computes their contrast for every theme.
const singleDigit = /color-contrast: .*\.(cell|here)\b.*too short/

/**
 * What axe finds on the scenes in each look, and what the console says, a line each. Each scene is loaded once and then
 * follows the window and the system from look to look.
 */
export async function sweepWithAxe(
  browser: Browser,
  given: { spots: readonly Spot[]; looks: readonly AxeLook[]; locale: string },
): Promise<string[]> {
  const { spots, looks, locale } = given
  const context = await browser.newContext()
  const found = watchNoise(context)
  const page = await context.newPage()
  for (const spot of spots) {
    const problem = await problemOf(show(page, spot, { locale, width: 1280, theme: 'system' }))
    if (problem !== null) {
      found.push(problem)
      continue
    }
    for (const { width, colorScheme } of looks) {
      // High enough for the longest screen: axe cannot tell the background of what the answers cover while it scrolls.
      await page.setViewportSize({ width, height: 2400 })
      await page.emulateMedia({ colorScheme })
      await settle(page)
      for (const frame of page.frames()) await bringAxe(frame)
      const { violations, unsure } = await findings(page)
      const lines = [...violations, ...unsure.filter((line) => !singleDigit.test(line))]
      const where = [spot.screen, spot.state, width, colorScheme, locale].join(' ')
      found.push(...lines.map((line) => `${where}: ${line}`))
    }
  }
  await context.close()
  return found
}
