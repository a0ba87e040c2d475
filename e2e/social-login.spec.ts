import { expect, test } from '@playwright/test'
import { newName } from './new-names.js'
import { dev, wallets } from './person.js'

test('a user logs in with Telegram’s window', async ({ page }) => {
  const name = newName('tg')
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'More options' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Telegram' }).click()
  const telegram = await opening
  await telegram.getByLabel('Person').fill(name)
  await telegram.getByRole('button', { name: 'Accept' }).click()

  expect((await wallets(page)).ethereum).toMatch(/^0x/)
  await expect(page.getByTitle(name)).toBeVisible()
})

test('a cancelled Telegram window can be opened again, and a wrong signature is explained', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'More options' }).click()
  let opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Telegram' }).click()
  await (await opening).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Telegram didn’t confirm' })).toBeVisible()

  opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open Telegram' }).click()
  const telegram = await opening
  await telegram.getByLabel('Answer').selectOption('wrong-signature')
  await telegram.getByRole('button', { name: 'Accept' }).click()
  await expect(page.locator('.problem')).toHaveText('Telegram didn’t confirm the login. Try again.')
  await expect(page.getByRole('button', { name: 'Open Telegram' })).toBeVisible()
})

test('a mini app logs in without a press, and its address keeps no proof', async ({ page }) => {
  const name = newName('mini')
  await page.goto(dev.telegramUrl)
  await page.getByLabel('Person').fill(name)
  await page.getByRole('button', { name: 'Open as a mini app' }).click()
  await expect(page.getByTitle(name)).toBeVisible({ timeout: 20_000 })
  expect(page.url()).not.toContain('tgWebAppData')
})

test('a login link of Telegram logs in, and its address keeps no proof', {
  tag: '@deep',
}, async ({ page }) => {
  const name = newName('link')
  await page.goto(dev.telegramUrl)
  await page.getByLabel('Person').fill(name)
  await page.getByRole('button', { name: 'Open by a login link' }).click()
  await expect(page.getByTitle(name)).toBeVisible({ timeout: 20_000 })
  expect(page.url()).not.toContain('hash=')
})

test('a user logs in with the Farcaster app', async ({ page, context }) => {
  const name = newName('fc')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('button', { name: 'Continue with Farcaster' }).click()
  await expect(page.getByRole('img', { name: 'QR code that opens Farcaster' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.getByRole('combobox', { name: 'Account' }).fill(name)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByRole('status')).toHaveText('Done. Go back to the page.')
  await page.bringToFront()

  expect((await wallets(page)).ethereum).toMatch(/^0x/)
  await expect(page.getByTitle(name)).toBeVisible()
})

test('the kit follows the demo’s own login and logout', async ({ page }) => {
  const name = newName('own')
  await page.goto(dev.demoUrl)
  await page.getByText('Log in with the demo’s own login').click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Log in to the demo' }).click()
  await expect(page.getByTitle(name)).toBeVisible({ timeout: 20_000 })

  await page.reload()
  await expect(page.getByTitle(name)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})
