import { expect, type Page, test } from '@playwright/test'
import { newName } from './new-names.js'
import { dev, wallets } from './person.js'

const open = async (page: Page) => {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
const choose = async (page: Page, provider: string) => {
  const row = page.getByRole('button', { name: `Continue with ${provider}` })
  const more = page.getByRole('button', { name: 'More options' })
  await expect(row.or(more).first()).toBeVisible()
  if (!(await row.isVisible())) await more.click()
  const opening = page.waitForEvent('popup')
  await row.click()
  return opening
}
const user = () => newName('Ada ')

for (const provider of ['Google', 'Apple']) {
  test(`a user logs in with ${provider} in a window, and gets wallets`, {
    tag: provider === 'Apple' ? ['@deep'] : [],
  }, async ({ page }) => {
    await open(page)
    const popup = await choose(page, provider)
    await popup.getByLabel('Name').fill(user())
    const closing = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Continue' }).click()
    await closing

    expect((await wallets(page)).ethereum).toMatch(/^0x/)
    expect(page.url()).not.toContain('privy_oauth')
  })
}

test('a user who cancels at the provider can try again', { tag: '@deep' }, async ({ page }) => {
  await open(page)
  const popup = await choose(page, 'GitHub')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Login cancelled')).toBeVisible()

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  const again = await opening
  await again.getByLabel('Name').fill(user())
  await again.getByRole('button', { name: 'Continue' }).click()
  expect((await wallets(page)).ethereum).toMatch(/^0x/)
})

test('a browser that blocks windows goes to the provider in this tab and comes back', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await open(page)
  const row = page.getByRole('button', { name: 'Continue with Google' })
  await row.click()
  await page.getByRole('button', { name: 'Continue in this tab' }).click()
  await page.getByLabel('Name').fill(user())
  await page.getByRole('button', { name: 'Continue' }).click()

  expect((await wallets(page)).ethereum).toMatch(/^0x/)
  expect(page.url()).not.toContain('privy_oauth')
})
