import { expect, type Page, test } from '@playwright/test'
import { newName } from './new-names.js'
import { dev, wallets, watchNoise } from './person.js'

const user = () => newName('Ada ')
const logIn = async (page: Page, name: string) => {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const row = page.getByRole('button', { name: 'Continue with Northwind ID' })
  const more = page.getByRole('button', { name: 'More options' })
  await expect(row.or(more).first()).toBeVisible()
  if (!(await row.isVisible())) await more.click()
  const opening = page.waitForEvent('popup')
  await row.click()
  const popup = await opening
  await popup.getByLabel('Name').fill(name)
  return popup
}

test('a user logs in at a provider that the app has added, and sees it in the account sheet', async ({
  page,
  context,
}) => {
  const noise = watchNoise(context)
  const popup = await logIn(page, user())
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closing
  expect((await wallets(page)).ethereum).toMatch(/^0x/)

  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByRole('dialog').getByText('Northwind ID')).toBeVisible()
  expect(noise).toEqual([])
})

test('OAU-15: an ID token of another issuer logs in no user, and the user can try again', async ({
  page,
}) => {
  const popup = await logIn(page, user())
  await popup.getByLabel('What happens').selectOption('wrong-issuer')
  await popup.getByRole('button', { name: 'Continue' }).click()
  const refused = page.getByText('Northwind ID didn’t confirm the login. Try again.')
  await expect(refused).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the settings add a provider and say what is wrong with its issuer', async ({ page }) => {
  await page.goto(`${dev.dashboardUrl}/settings`)
  const form = page.locator('details', { hasText: 'Add a provider' })
  await form.getByText('Add a provider').click()
  await form.getByLabel('Short name').fill('acme')
  await form.getByLabel('Name on the first screen').fill('Acme ID')
  await form.getByLabel('Issuer').fill('https://none.example')
  await form.getByLabel('Client ID').fill('acme')
  await form.getByRole('button', { name: 'Save acme' }).click()
  const reason = 'https://none.example/.well-known/openid-configuration cannot be read'
  await expect(page.getByText(reason)).toBeVisible()
})
