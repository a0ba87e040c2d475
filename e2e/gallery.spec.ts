import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { findings } from './axe.js'
import { dev } from './person.js'

test.use({ viewport: { width: 1440, height: 900 } })

const open = (page: Page, query = '') => page.goto(`${dev.dashboardUrl}/gallery${query}`)
/** The preview that is shown; the one that is still on its way is inert. */
const preview = (page: Page): FrameLocator => page.frameLocator('iframe:not([inert])')
const sheet = (page: Page) => preview(page).locator('#sallyport-dialog .sheet')

test('a URL opens a screen in its state, language and width', async ({ page }) => {
  await open(page, '?screen=LANDING&state=invalid&theme=dark&locale=ar&width=390')

  await expect(preview(page).getByRole('dialog')).toHaveAttribute('dir', 'rtl')
  await expect(preview(page).getByRole('textbox')).toHaveValue('ada@')
  await expect(page.getByRole('link', { name: 'Invalid', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'true',
  )
  // Only below 480 px the sheet is as wide as its window: the media queries are real.
  await expect.poll(async () => (await sheet(page).boundingBox())?.width).toBe(390)
  await page.getByText('Desktop').click()
  await expect.poll(async () => (await sheet(page).boundingBox())?.width).toBe(376)
  await expect(page).toHaveURL(/\?screen=LANDING&state=invalid&theme=dark&locale=ar$/)
})

test('the keyboard goes from scene to scene, from the list and from inside the preview', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('link', { name: 'First', exact: true }).first().click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')

  await expect(page.getByRole('link', { name: 'Last google' })).toBeFocused()
  await expect(preview(page).getByText('Last used')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Last google' })).toBeFocused()

  await preview(page).getByRole('textbox').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page).toHaveURL(/state=last-email/)
})

test('the search finds states by their description', { tag: '@deep' }, async ({ page }) => {
  await open(page)
  await page.getByRole('searchbox').fill('session ended')

  await expect(page.getByRole('link', { name: 'Expired login' })).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/state=expired-login/)
  await expect(preview(page).getByText('Your login has expired.').first()).toBeVisible()
})

test('a preview that loads while the user types does not take the focus', {
  tag: '@deep',
}, async ({ page }) => {
  // It may be there before the page has said where its focus went.
  await page.addInitScript(() => {
    if (window.top !== window) return
    const later = window.setTimeout.bind(window)
    const slow = (run: () => void, ms?: number) => later(run, ms ?? 500)
    Object.assign(window, { setTimeout: slow })
  })
  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/preview.html*', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${dev.dashboardUrl}/gallery`, { waitUntil: 'domcontentloaded' })
  const search = page.getByRole('searchbox')
  await search.fill('session ended')
  release()

  await expect(sheet(page)).toBeVisible()

  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/state=expired-login/)
})

test('no key is lost when a preview arrives between two keys', { tag: '@deep' }, async ({
  page,
}) => {
  // Timers of the page run late: the focus must not depend on one.
  await page.addInitScript(() => {
    if (window.top !== window) return
    const later = window.setTimeout.bind(window)
    const slow = (run: () => void, ms?: number) => later(run, ms ?? 500)
    Object.assign(window, { setTimeout: slow })
  })
  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/preview.html*', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${dev.dashboardUrl}/gallery`, { waitUntil: 'domcontentloaded' })
  const search = page.getByRole('searchbox')
  await search.fill('login')
  release()
  await page.frameLocator('iframe').locator('html[data-scene=ready]').waitFor({ state: 'attached' })
  await page.keyboard.type(' ended')

  await expect(search).toHaveValue('login ended')
  await expect(sheet(page)).toBeVisible()
})

test('the theme editor changes the preview, reports low contrast, and prints the config', {
  tag: '@deep',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await expect(sheet(page)).toBeVisible()
  const look = page.getByRole('complementary', { name: 'Look' })

  await look.getByLabel('Accent', { exact: true }).fill('#a2441f')
  await look.getByLabel('Corners').fill('8')
  await look.getByText('More colours').click()
  await look.getByLabel('Help', { exact: true }).fill('#aaaaaa')

  const token = (name: string) =>
    preview(page)
      .locator('#sallyport-dialog')
      .evaluate((host, property) => getComputedStyle(host).getPropertyValue(property), name)
  await expect.poll(() => token('--sp-accent')).toBe('#a2441f')
  await expect.poll(() => token('--sp-radius')).toBe('8px')
  await expect.poll(() => token('--sp-text-2')).toBe('#aaaaaa')
  await expect(look.getByRole('status')).toHaveText('2 pairs have too little contrast.')

  await look.getByRole('button', { name: 'Copy' }).first().click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("accentColor: '#a2441f'")
  await expect(look.getByText('--sp-radius: 8px;')).toBeVisible()

  // What is in the address is the whole look: the page alone draws the very same.
  const alone = await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')
  const framed = await token('--sp-text-2')
  await page.goto(`${dev.dashboardUrl}${alone}`)
  const host = page.locator('#sallyport-dialog')
  await expect(host).toBeAttached()
  expect(
    await host.evaluate((element) => getComputedStyle(element).getPropertyValue('--sp-text-2')),
  ).toBe(framed)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing in the gallery itself: ${colorScheme}`, {
    tag: colorScheme === 'dark' ? ['@deep'] : [],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, '?screen=AWAITING_PASSWORDLESS_CODE&state=first')
    await expect(sheet(page)).toBeVisible()
    // The preview has its own test; here it is in the way.
    await page.locator('iframe').evaluate((frame) => frame.remove())

    expect((await findings(page)).violations).toEqual([])
  })
