import { expect, type Page, test } from '@playwright/test'
import { totpCodeAt } from '@sallyport/testing'
import { openSheet } from './account-sheet.js'
import { advance, hourMs } from './expired-session.js'
import { dev, newAddress, signIn, watchNoise } from './person.js'

test('a user adds an authenticator app, and a signature an hour later asks for it and goes on', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, newAddress())
  const secret = await addAuthenticatorApp(page)

  await advance(hourMs)
  const dialog = page.getByRole('dialog').last()
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await dialog.getByLabel('Six-digit code').fill('000000')
  await expect(dialog.getByRole('alert')).toContainText('2 tries left')
  await dialog.getByLabel('Six-digit code').fill(await currentCode(secret))

  await expect(page.getByTestId('sign-message').getByTestId('signature')).toHaveText(/^0x/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The browser itself reports the refusals that ask for the factor.
  expect(noise.filter((line) => !line.includes('401 (Unauthorized)'))).toEqual([])
})

/** Goes through the account sheet; gives the secret as the screen shows it. */
async function addAuthenticatorApp(page: Page): Promise<string> {
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
async function currentCode(secret: string): Promise<string> {
  const { now } = await (await fetch(dev.clockUrl)).json()
  return totpCodeAt(secret, Date.parse(now))
}
