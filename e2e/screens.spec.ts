import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { type Spot, settle, show, spots } from './gallery.js'
import { edgeless, lostIn, moving, tooSmall, turnedAround, untied } from './layout.js'
import { watchNoise } from './person.js'

test.use({ trace: 'off' })

test('every screen holds on a phone, zoomed, spaced out, in forced colours and with less motion', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  // Side by side, in windows of their own.
  const found = await Promise.all([sweep(browser, 'en', 'ltr'), sweep(browser, 'ar', 'rtl')])

  expect(found.flat()).toEqual([])
})

/** A page of its own through all scenes, and what it finds. */
async function sweep(browser: Browser, locale: string, dir: string): Promise<string[]> {
  const context = await browser.newContext()
  const found = watchNoise(context)
  const page = await context.newPage()
  for (const spot of spots) {
    const note = (about: string, lines: string[]) =>
      found.push(...lines.map((line) => [about, spot.screen, spot.state, locale, line].join(' ')))
    await show(page, spot, { theme: 'light', width: 320, locale })
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

/** WCAG 1.4.12: what must be bearable in lines, letters, words and paragraphs. */
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

const signing = { screen: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', state: 'busy' } as const
const mustStay: Spot[] = [
  { screen: 'AFFIRMATIVE_CONSENT_SCREEN', state: 'first' },
  { screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', state: 'first' },
  signing,
]
for (const spot of mustStay) {
  test(`Escape, pressed again and again, cannot close ${spot.screen} ${spot.state}`, async ({
    page,
  }) => {
    await show(page, spot, { theme: 'light', locale: 'en', width: 1280 })
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')

    const dialog = page.locator('#sallyport-dialog dialog')
    await expect(dialog).toHaveJSProperty('open', true)
    await expect(dialog).not.toHaveClass(/closing/)
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  })
}

test('the sheet and its button stand above a phone’s keyboard', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 })
    Object.defineProperty(window, 'visualViewport', { value: seen })
  })
  for (const screen of ['LANDING', 'AWAITING_PASSWORDLESS_CODE'] as const) {
    await show(page, { screen, state: 'first' }, { theme: 'light', locale: 'en', width: 390 })
    const sheet = page.locator('#sallyport-dialog .sheet')
    expect((await bottom(sheet)) - 760).toBe(0)
    await page.evaluate(() => {
      // The type of the browser's own says that its height is for reading.
      const seen = visualViewport as unknown as EventTarget & { height: number }
      seen.height = innerHeight - 320
      seen.dispatchEvent(new Event('resize'))
    })
    await settle(page)

    expect(await bottom(sheet)).toBe(440)
    expect((await sheet.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    const field = page.locator('#sallyport-dialog input')
    expect(await bottom(field)).toBeLessThanOrEqual(440)
    if (screen === 'LANDING')
      expect(await bottom(page.locator('#sallyport-dialog .button.primary'))).toBeLessThan(440)
  }
})

async function bottom(locator: Locator): Promise<number> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not on the page')
  return box.y + box.height
}

test('in Arabic the way back points right and close is on the left', async ({ page }) => {
  const spot = { screen: 'AWAITING_PASSWORDLESS_CODE', state: 'first' } as const
  await show(page, spot, { theme: 'light', locale: 'ar', width: 1280 })
  const [back, close] = await Promise.all(
    ['.head button:first-child', '.head button:last-child'].map((part) =>
      page.locator(`#sallyport-dialog ${part}`).boundingBox(),
    ),
  )

  expect(back?.x).toBeGreaterThan(close?.x ?? Number.POSITIVE_INFINITY)
  await expect(page.locator('#sallyport-dialog .head .directed')).toHaveCSS(
    'transform',
    'matrix(-1, 0, 0, 1, 0, 0)',
  )
})
