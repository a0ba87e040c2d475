import { expect, test } from '@playwright/test'
import { askForCode, check, human, openWithCaptcha, switchOn } from './captcha-page.js'
import { newAddress } from './new-names.js'
import { codeFor, dev, watchNoise } from './person.js'

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
}

/* Of the other service: captcha.spec.ts. */
test('h: a captcha that asks is a screen of the modal, answered by keyboard', async ({ page }) => {
  const { tokens } = await openWithCaptcha(page, 'h:ask')
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
