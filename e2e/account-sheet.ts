import { expect, type Locator, type Page } from '@playwright/test'
import { confirmInWallet } from './enforced.js'
import { dialogOf } from './login-ways.js'

/** The row of a linked account in the open account sheet. */
export function rowOf(page: Page, name: string): Locator {
  return (
    dialogOf(page)
      .getByRole('listitem')
      .or(dialogOf(page).locator('.account-row'))
      // "Import a wallet" is a row too, and not an account named "Wallet".
      .filter({ has: page.getByText(name, { exact: true }) })
  )
}

/** Opens the account sheet of the demo. */
export async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(dialogOf(page).getByText('Ways to log in')).toBeVisible()
}

/** Goes from the account sheet to the screen that links an account of a kind. */
export async function chooseToAdd(page: Page, name: string): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Add a way to log in' }).click()
  await dialogOf(page).getByRole('button', { name, exact: true }).click()
}

/** Removes a linked account in the open account sheet. */
export async function removeInSheet(page: Page, name: string): Promise<void> {
  await rowOf(page, name).click()
  const remove = dialogOf(page).getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect(dialogOf(page).getByText(/no longer be able to log in/)).toBeVisible()
  await remove.click()
  await confirmInWallet(page, /Remove a way to log in/)
  await expect(dialogOf(page).getByText('Ways to log in')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
}

/** Logs out in the open account sheet. */
export async function logOutInSheet(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Log out' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
}
