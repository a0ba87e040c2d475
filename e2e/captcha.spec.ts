import { expect, type Page, test } from '@playwright/test'
import { askForCode, check, human, openWithCaptcha } from './captcha-page.js'
import { dev } from './person.js'

/* Both services, and every answer of theirs: captcha.deep.spec.ts. */

test('a captcha that asks is a screen of the modal, answered by keyboard', async ({ page }) => {
  const { tokens } = await openWithCaptcha(page, 't:ask')
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
