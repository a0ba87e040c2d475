import { type Browser, expect, type Page } from '@playwright/test'
import { problemOf, type Spot, settle, show } from './gallery.js'
import { edgeless, lostIn, moving, tooSmall, turnedAround, untied } from './layout.js'
import { watchNoise } from './person.js'

/**
 * What is wrong with the scenes on a phone, zoomed, with wide text spacing, in forced colours and with less motion, and
 * what the console says, a line each.
 */
export async function sweepLayout(
  browser: Browser,
  given: { spots: readonly Spot[]; locale: string; dir: 'ltr' | 'rtl' },
): Promise<string[]> {
  const { spots, locale, dir } = given
  const context = await browser.newContext()
  const found = watchNoise(context)
  const page = await context.newPage()
  for (const spot of spots) {
    const note = (about: string, lines: string[]) =>
      found.push(...lines.map((line) => [about, spot.screen, spot.state, locale, line].join(' ')))
    const problem = await problemOf(show(page, spot, { theme: 'light', width: 320, locale }))
    if (problem !== null) {
      note('drawn', [problem])
      continue
    }
    const dialog = page.locator('#sallyport-dialog dialog')
    await expect(dialog).toHaveAttribute('dir', dir)
    await expect(dialog).toHaveAttribute('lang', locale)
    note('target', await tooSmall(page))
    note('tied', await untied(page))
    note('left to right', await turnedAround(page))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    note('less motion', await moving(page))
    await page.emulateMedia({ reducedMotion: null })
    // 400 % of 1280 × 1024, and 200 % of 1280 × 720 (WCAG 1.4.10, 1.4.4).
    for (const size of [
      { width: 320, height: 256 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(size)
      await settle(page)
      note(`${size.width} × ${size.height}`, await lostIn(page))
    }
    await spaceOut(page)
    note('text spacing', await lostIn(page))
    await page.emulateMedia({ forcedColors: 'active' })
    note('forced colours', await edgeless(page))
    await page.emulateMedia({ forcedColors: null })
  }
  await context.close()
  return found
}

/** WCAG 1.4.12: the line, letter, word and paragraph spacing that a page must bear. */
async function spaceOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}',
    )
    if (root) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  })
  await settle(page)
}
