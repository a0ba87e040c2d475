import { expect, type Page } from '@playwright/test'
import { totpCodeAt } from '@sallyport/testing'
import { openSheet } from './account-sheet.js'
import { dev } from './person.js'

/** Adds an authenticator app in the account sheet; returns the secret that the screen shows. */
export async function addAuthenticatorApp(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await openSheet(page)
  await dialog.getByRole('button', { name: /Two-step verification/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: /Authenticator app/ }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  const secret = (await dialog.locator('.secret-key code').innerText()).replaceAll(' ', '')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Six-digit code').fill(await currentCode(secret))
  await dialog.getByLabel('I’ve saved these codes somewhere safe').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return secret
}

/** What the authenticator app shows at the server's time. */
export async function currentCode(secret: string): Promise<string> {
  const { now } = await (await fetch(dev.clockUrl)).json()
  return totpCodeAt(secret, Date.parse(now))
}
