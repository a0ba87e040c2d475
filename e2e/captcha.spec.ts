import { expect, type Page, test } from '@playwright/test'
import { codeFor, dev, newAddress } from './person.js'

/** Opens the demo as a page of an app with captcha: the double does what `siteKey` says. The server is tested beside its code. */
async function openWithCaptcha(page: Page, siteKey: string): Promise<{ tokens: unknown[] }> {
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
  await page.goto(dev.demoUrl)
  return { tokens }
}

const captcha = (siteKey: string) => ({
  captcha_enabled: true,
  captcha_site_key: siteKey,
  enabled_captcha_provider: siteKey.startsWith('h') ? 'hcaptcha' : 'turnstile',
})

async function askForCode(page: Page): Promise<string> {
  const address = newAddress()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.keyboard.press('Enter')
  return address
}

for (const service of ['t', 'h']) {
  test(`${service}: a captcha that asks nothing is not seen`, async ({ page }) => {
    const { tokens } = await openWithCaptcha(page, `${service}:pass`)
    const address = await askForCode(page)
    await page.getByLabel('Six-digit code').fill(await codeFor(address))
    await expect(page.getByTestId('user')).toContainText(address)
    expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test(`${service}: a captcha that asks is answered above the modal`, async ({ page }) => {
    await openWithCaptcha(page, `${service}:ask`)
    await askForCode(page)
    await page.getByRole('dialog', { name: 'Confirm that you are human' }).waitFor()
    await page.getByRole('button', { name: 'I am human' }).click()
    await expect(page.getByLabel('Six-digit code')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Confirm that you are human' })).toHaveCount(0)
  })
}

test('a failed captcha and a cancelled one are explained, and nothing is sent', async ({
  page,
}) => {
  const { tokens } = await openWithCaptcha(page, 't:fail')
  await askForCode(page)
  await expect(page.locator('.problem')).toContainText('verify that you’re human')

  await openWithCaptcha(page, 't:ask')
  await askForCode(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.problem')).toContainText('verify that you’re human')
  expect(tokens).toEqual([])
})

test('a page of an app without captcha loads no widget', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(dev.demoUrl)
  await askForCode(page)
  await page.getByLabel('Six-digit code').waitFor()
  expect(asked.filter((url) => url.startsWith(dev.captchaUrl))).toEqual([])
})
