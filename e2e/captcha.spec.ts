import { expect, type Page, test } from '@playwright/test'
import { codeFor, dev, newAddress, watchNoise } from './person.js'

/** Makes pages those of an app with captcha: the double does what `siteKey` says. The server is tested beside its code. */
async function switchOn(page: Page, siteKey: string): Promise<{ tokens: unknown[] }> {
  const tokens: unknown[] = []
  await page.route(`**/apps/${dev.appId}`, async (route) => {
    const response = await route.fetch()
    const config = { ...(await response.json()), ...captcha(siteKey) }
    await route.fulfill({ response, json: config })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/passwordless/init') && request.method() === 'POST') {
      tokens.push(request.postDataJSON().token)
    }
  })
  return { tokens }
}

const captcha = (siteKey: string) => ({
  captcha_enabled: true,
  captcha_site_key: siteKey,
  enabled_captcha_provider: siteKey.startsWith('h') ? 'hcaptcha' : 'turnstile',
})

async function openWithCaptcha(page: Page, siteKey: string): Promise<{ tokens: unknown[] }> {
  const seen = await switchOn(page, siteKey)
  await page.goto(dev.demoUrl)
  return seen
}

async function askForCode(page: Page): Promise<string> {
  const address = newAddress()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.keyboard.press('Enter')
  return address
}

const check = (page: Page) => page.getByRole('dialog', { name: 'Confirm you’re human' })
const human = (page: Page) => page.getByRole('button', { name: 'I am human' })

for (const service of ['t', 'h']) {
  test(`${service}: a captcha that asks nothing is not seen`, async ({ page, context }) => {
    const noise = watchNoise(context)
    const { tokens } = await openWithCaptcha(page, `${service}:pass`)
    const address = await askForCode(page)
    await page.getByLabel('Six-digit code').fill(await codeFor(address))
    await expect(page.getByTestId('user')).toContainText(address)
    expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(noise).toEqual([])
  })

  test(`${service}: a captcha that asks is a screen of the modal, answered by keyboard`, async ({
    page,
  }) => {
    const { tokens } = await openWithCaptcha(page, `${service}:ask`)
    await askForCode(page)
    await check(page).waitFor()
    await expect(human(page)).toBeInViewport()
    while (!(await human(page).evaluate((each) => each === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Six-digit code')).toBeVisible()
    await expect(check(page)).toHaveCount(0)
    expect(tokens).toHaveLength(1)
  })
}

test('a question that expires is asked anew', async ({ page }) => {
  await openWithCaptcha(page, 't:expire')
  await askForCode(page)
  await page.getByRole('button', { name: 'I am slow' }).click()
  await expect(check(page).getByText('The check expired.').first()).toBeVisible()
  await human(page).click()

  await expect(page.getByLabel('Six-digit code')).toBeVisible()
})

test('a captcha that fails can be tried again, or left for the form, and nothing is sent', async ({
  page,
}) => {
  const { tokens } = await openWithCaptcha(page, 't:fail')
  await askForCode(page)
  const failed = page.getByRole('dialog', { name: 'Couldn’t verify you' })
  await failed.getByRole('button', { name: 'Try again' }).click()
  await failed.getByRole('button', { name: 'Choose another way' }).click()

  await expect(page.locator('.problem')).toContainText('verify that you’re human')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  expect(tokens).toEqual([])
})

test('a cancelled captcha is explained below the field', async ({ page }) => {
  const { tokens } = await openWithCaptcha(page, 't:ask')
  await askForCode(page)
  await check(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.problem')).toContainText('verify that you’re human')
  expect(tokens).toEqual([])
})

test('a blocked script is explained, and loaded again on the next try', async ({ page }) => {
  await openWithCaptcha(page, 't:pass')
  await page.route('**/turnstile.js*', (route) => route.abort())
  await askForCode(page)
  const blocked = page.getByRole('dialog', { name: 'The check couldn’t load' })
  await expect(blocked).toBeVisible()
  await page.unroute('**/turnstile.js*')
  await blocked.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByLabel('Six-digit code')).toBeVisible()
})

test('a form without the modal has the widget in the page', async ({ page }) => {
  const { tokens } = await switchOn(page, 't:ask')
  await page.goto(`${dev.demoUrl}/methods/email`)
  const address = newAddress()
  await page.getByLabel('Email').fill(address)
  await human(page).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await codeFor(address)

  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('a page of an app without captcha loads no widget', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(dev.demoUrl)
  await askForCode(page)
  await page.getByLabel('Six-digit code').waitFor()
  expect(asked.filter((url) => url.startsWith(dev.captchaUrl))).toEqual([])
})

test('the settings page switches captcha on for the server and the page, and the simulators page what it answers', async ({
  page,
}) => {
  await page.goto(`${dev.dashboardUrl}/settings`)
  const card = page.getByRole('region', { name: 'Captcha' })
  const saved = () =>
    page.waitForResponse((each) => each.request().method() === 'PATCH' && each.ok())
  await card.getByLabel('Captcha secret').fill('any-secret-of-the-sandbox')
  await Promise.all([saved(), card.getByRole('button', { name: 'Save' }).click()])
  await card.getByRole('textbox', { name: 'Site key' }).fill('pass')
  await card.getByRole('switch', { name: 'Require captcha' }).click()
  const save = page.getByRole('button', { name: 'Save', exact: true }).last()
  await Promise.all([saved(), save.click()])
  try {
    await answer(page, 'refused')
    await page.goto(dev.demoUrl)
    await askForCode(page)
    await expect(page.locator('.problem')).toContainText('verify that you’re human')
    await answer(page, 'by-key')
    await page.goto(dev.demoUrl)
    await askForCode(page)
    await expect(page.getByLabel('Six-digit code')).toBeVisible()
  } finally {
    await answer(page, 'by-key')
    await page.goto(`${dev.dashboardUrl}/settings`)
    await card.getByRole('switch', { name: 'Require captcha' }).click()
    await Promise.all([saved(), save.click()])
  }
})

async function answer(page: Page, value: string): Promise<void> {
  await page.goto(`${dev.dashboardUrl}/simulators`)
  const field = page.getByLabel('The captcha service')
  if ((await field.inputValue()) === value) return
  const chosen = page.waitForResponse((each) => each.request().method() === 'POST')
  await field.selectOption(value)
  await chosen
}
