import { expect, type Locator, test } from '@playwright/test'
import { type Spot, settle, show } from './gallery.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

/* The layout of all states: screens.deep.spec.ts. */

const signing = { screen: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', state: 'busy' } as const
const mustStay: Spot[] = [
  { screen: 'AFFIRMATIVE_CONSENT_SCREEN', state: 'first' },
  { screen: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', state: 'first' },
  signing,
]
for (const spot of mustStay) {
  test(`pressing Escape repeatedly cannot close ${spot.screen} ${spot.state}`, async ({ page }) => {
    await show(page, spot, { theme: 'light', locale: 'en', width: 1280 })
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')

    const dialog = page.locator('#sallyport-dialog dialog')
    await expect(dialog).toHaveJSProperty('open', true)
    await expect(dialog).not.toHaveClass(/closing/)
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  })
}

test('the sheet and its button stay above a phone’s keyboard', async ({ page }) => {
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

test('in Arabic the back arrow points right and close is on the left', async ({ page }) => {
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
