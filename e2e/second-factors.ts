import { expect, type Locator, type Page } from '@playwright/test'
import { totpCodeAt } from '@sallyport/testing'
import { openSheet } from './account-sheet.js'
import type { Authenticator } from './authenticator.js'
import { confirmInWallet } from './enforced.js'
import { codeFor, dev } from './person.js'

/** The screen on top: one that asks for a factor stands above the one that waits. */
export const topDialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Opens two-step verification from the account sheet; the introduction is shown to users without a factor. */
export async function openTwoStep(page: Page, { isFirst }: { isFirst: boolean }): Promise<void> {
  await openSheet(page)
  await topDialog(page)
    .getByRole('button', { name: /Two-step verification/ })
    .click()
  if (isFirst) await topDialog(page).getByRole('button', { name: 'Continue' }).click()
}

/** Adds an authenticator app from the list of methods; gives the secret as the screen shows it. */
export async function enrolAuthenticatorApp(page: Page): Promise<string> {
  const dialog = topDialog(page)
  await dialog.getByRole('button', { name: /Authenticator app/ }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  const secret = (await dialog.locator('.secret-key code').innerText()).replaceAll(' ', '')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await fillFirstCode(page, await currentCode(secret))
  return secret
}

/** Types the code that makes a factor, and waits until it has: closing or the next hour would come before it. */
async function fillFirstCode(page: Page, code: string): Promise<void> {
  const field = topDialog(page).getByLabel('Six-digit code')
  await field.fill(code)
  await expect(field).toHaveCount(0)
}

/** Adds an authenticator app as the first factor, from the account sheet; gives its secret. */
export async function addAuthenticatorApp(page: Page): Promise<string> {
  await openTwoStep(page, { isFirst: true })
  const secret = await enrolAuthenticatorApp(page)
  await keepCodes(page)
  await closeModal(page)
  return secret
}

/** What the authenticator app shows at the server's time. */
export async function currentCode(secret: string): Promise<string> {
  const { now } = await (await fetch(dev.clockUrl)).json()
  return totpCodeAt(secret, Date.parse(now))
}

/** Makes a passkey and adds it as a factor, from the list of methods. */
export async function addNewPasskey(page: Page, authenticator: Authenticator): Promise<void> {
  const dialog = topDialog(page)
  await dialog.getByRole('button', { name: /Passkey/ }).click()
  await authenticator.confirmNext(() =>
    dialog.getByRole('button', { name: 'Create a passkey' }).click(),
  )
  // A passkey is a way to log in as well.
  await confirmInWallet(page, /Add a way to log in/)
  await usePasskey(page, authenticator)
}

/** Proves the passkey at the screen that asks for it. A passkey that was just added has proven nothing yet. */
export async function usePasskey(page: Page, authenticator: Authenticator): Promise<void> {
  await expectFactor(page)
  await authenticator.confirmNext(() =>
    topDialog(page).getByRole('button', { name: 'Use passkey' }).click(),
  )
}

/** Adds a phone number of the sandbox from the list of methods. */
export async function addTextMessages(page: Page, digits: string): Promise<void> {
  const dialog = topDialog(page)
  await dialog.getByRole('button', { name: /Text message/ }).click()
  await dialog.getByRole('textbox').fill(digits)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Six-digit code').waitFor()
  await fillFirstCode(page, await codeFor(`+1${digits}`))
}

/** Acknowledges the recovery codes that follow the first factor, and gives them. */
export async function keepCodes(page: Page): Promise<string[]> {
  const dialog = topDialog(page)
  const codes = dialog.locator('.recovery-codes code')
  await expect(codes).toHaveCount(10)
  const all = await codes.allInnerTexts()
  await dialog.getByLabel('I’ve saved these codes somewhere safe').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  // The screen can't be closed: Escape does nothing until the next one is there.
  await expect(codes).toHaveCount(0)
  return all
}

/** Closes the modal. */
export async function closeModal(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Asks for a signature in the demo and approves it; gives the dialog, which asks for the factor. */
export async function signUntilFactor(page: Page): Promise<Locator> {
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await topDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expectFactor(page)
  return topDialog(page)
}

/** Waits for the screen that asks for a factor. */
export async function expectFactor(page: Page): Promise<void> {
  await expect(topDialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
}

/** The demo has verified a signature, and no screen is left. */
export async function expectSigned(page: Page): Promise<void> {
  const result = page.getByTestId('sign-message')
  await expect(result.getByText('The signature is valid')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The browser itself reports the refusals that ask for a factor or a confirmation; everything else is a fault. */
export const withoutRefusals = (noise: readonly string[]): string[] =>
  noise.filter((line) => !/401 \(Unauthorized\)|403 \(Forbidden\)/.test(line))
