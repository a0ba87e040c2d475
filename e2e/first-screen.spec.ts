import { type Browser, expect, type Page, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { codeFor, dev } from './person.js'

const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

/** Records where the field and the sheet of the first screen are in each frame, from the moment the field is drawn. */
function watchField(): void {
  const places: number[] = []
  Object.assign(window, { places })
  const look = () => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    const field = root?.querySelector<HTMLElement>('.screen:not(.leaving) input[type=email]')
    const screen = field?.closest<HTMLElement>('.screen')
    if (field && screen) places.push(screen.offsetHeight, field.offsetTop)
    requestAnimationFrame(look)
  }
  look()
}

test('the rows of the first screen are drawn with the form: nothing shifts, also when their code is slow', async ({
  page,
}) => {
  await page.goto(dev.demoUrl)
  await logIn(page).waitFor()
  // The code of rows, in chunks of their own.
  await page.route(/\/assets\/(oauth|guest|passkey|wallet)[^/]*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  await page.evaluate(watchField)
  await logIn(page).click()
  await page.getByRole('button', { name: 'More options' }).waitFor()
  await page.waitForLoadState('networkidle')
  const places = await page.evaluate(() => Reflect.get(window, 'places') as number[])

  expect(places.length).toBeGreaterThan(2)
  expect(new Set(places).size).toBeLessThanOrEqual(2)
})

/**
 * Presses the login button of a page that was never opened before and types at once, in a browser without a cache.
 *
 * @param slowMs  How much later each file of code arrives.
 * @returns What the field holds, and whether it has the focus.
 */
async function typeAtOnce(browser: Browser, slowMs: number) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(dev.demoUrl)
  await logIn(page).waitFor()
  await page.route(/\/assets\/[^/]*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs))
    await route.continue()
  })
  await logIn(page).click()
  await page.keyboard.type('ada@example.com')
  const field = page.getByRole('textbox', { name: 'Email' })
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  const value = await field.inputValue()
  await context.close()
  return value
}

/** Slower than the first screen waits for its rows, and as fast as a page at hand. */
const delaysMs = [0, 60, 250]

for (const slowMs of delaysMs)
  test(`what is typed at once after the press is in the field, code ${slowMs} ms late`, async ({
    browser,
  }) => {
    expect(await typeAtOnce(browser, slowMs)).toBe('ada@example.com')
  })

test('what is typed at once is in the field in 50 fresh browsers of 50', { tag: '@deep' }, async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const values: string[] = []
  for (let round = 0; round < 50; round += 1)
    values.push(await typeAtOnce(browser, delaysMs[round % delaysMs.length] ?? 0))

  expect(values.filter((value) => value !== 'ada@example.com')).toEqual([])
})

test('the first screen shows the masked address of the last login, and keeps no whole one', async ({
  page,
}) => {
  const address = newAddress()
  await page.goto(dev.demoUrl)
  await logIn(page).click()
  await page.getByLabel('Email').fill(address)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').fill(await codeFor(address))
  await expect(page.getByTestId('user')).toContainText(address)
  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn(page).click()

  await expect(page.getByText('p•••@example.com')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(stored).not.toContain(address)
})

test('a provider that refuses logins in the browser of an app leads to the way out', async ({
  browser,
}) => {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 336.0',
  })
  const page = await context.newPage()
  await page.goto(dev.demoUrl)
  await logIn(page).click()
  const wayOut = page.getByRole('button', { name: 'More options in your browser' })
  await expect(wayOut).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
  await wayOut.click()
  const screen = page.getByRole('dialog', { name: 'Open this page in your browser' })
  await expect(screen).toContainText('Instagram')

  await expect(screen.getByRole('link', { name: 'Open in browser' })).toHaveAttribute(
    'href',
    /^intent:\/\/localhost:\d+\/#Intent;scheme=http;end$/,
  )
  await screen.getByRole('button', { name: 'Log in another way' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await context.close()
})
