import { expect, test } from '@playwright/test'
import { newNumber } from './new-names.js'
import { codeFor, dev, wallets } from './person.js'

test('a user logs in by phone with the code from the inbox, and gets wallets', async ({ page }) => {
  const number = newNumber()
  const digits = number.slice(3)
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  const field = page.getByLabel('Phone number')
  await expect(field).toBeFocused()
  await field.fill(number)
  await page.keyboard.press('Enter')

  const shown = `+1 (201) ${digits.slice(0, 3)}-${digits.slice(3)}`
  await expect(page.getByText(shown, { exact: true })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeFor(`+1${number}`))
  const mine = await wallets(page)

  expect(mine.ethereum).toMatch(/^0x/)
  await expect(page.getByTitle(`+1${number}`)).toBeVisible()
})
