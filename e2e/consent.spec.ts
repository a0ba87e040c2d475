import { expect, type Page, test } from '@playwright/test'
import { changeApp } from './enforced.js'
import { newAddress, newName } from './new-names.js'
import { codeFor, dev, wallets } from './person.js'

test.beforeAll(() =>
  changeApp({ require_users_accept_terms: true, terms_and_conditions_url: `${dev.demoUrl}/terms` }),
)
test.afterAll(() =>
  changeApp({ require_users_accept_terms: false, terms_and_conditions_url: null }),
)

const byWindow = (provider: string) => async (page: Page) => {
  const row = page.getByRole('button', { name: `Continue with ${provider}` })
  const more = page.getByRole('button', { name: 'More options' })
  await expect(row.or(more).first()).toBeVisible()
  if (!(await row.isVisible())) await more.click()
  const opening = page.waitForEvent('popup')
  await row.click()
  const popup = await opening
  await popup.getByLabel('Name').fill(newName('Terms '))
  await popup.getByRole('button', { name: 'Continue' }).click()
}
const logins: Record<string, (page: Page) => Promise<void>> = {
  email: async (page) => {
    const address = newAddress()
    await page.getByRole('textbox', { name: 'Email' }).fill(address)
    await page.keyboard.press('Enter')
    await page.getByLabel('Six-digit code').fill(await codeFor(address))
  },
  guest: async (page) => {
    // The page has such a button as well.
    const modal = page.getByRole('dialog')
    const row = modal.getByRole('button', { name: 'Continue as guest' })
    const more = modal.getByRole('button', { name: 'More options' })
    await expect(row.or(more).first()).toBeVisible()
    if (!(await row.isVisible())) await more.click()
    await row.click()
  },
  'a provider in a window': byWindow('Google'),
  'a provider that the app has added': byWindow('Northwind ID'),
}
const open = async (page: Page) => {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
/** What the other logins show as well: the server asks for the terms of each new user. */
const isDeep = (name: string) => name === 'guest' || name.startsWith('a provider that')
const heading = (page: Page) => page.getByRole('heading', { name: 'Before you continue' })

for (const [name, logIn] of Object.entries(logins)) {
  test(`a new user of ${name} accepts the terms before wallets are made, and once`, {
    tag: isDeep(name) ? ['@deep'] : [],
  }, async ({ page }) => {
    await open(page)
    await logIn(page)
    await expect(heading(page)).toBeVisible()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    expect((await wallets(page)).ethereum).toMatch(/^0x/)

    await page.reload()
    expect((await wallets(page)).ethereum).toMatch(/^0x/)
    await expect(heading(page)).toBeHidden()
  })
}

test('a user who declines the terms is logged out', async ({ page }) => {
  await open(page)
  await logins.guest?.(page)
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})
