import { expect, test } from '@playwright/test'
import { storageKeys } from '@sallyport/contract'
import { advance, askForSignature, hourMs } from './expired-session.js'
import { newAddress } from './new-names.js'
import { logIn, signIn, wallets } from './person.js'

test('asks to log in again when the session has expired, and is logged out', async ({ page }) => {
  await signIn(page, newAddress())
  const first = await askForSignature(page)
  await expect(first).toBeHidden()

  await advance(31 * 24 * hourMs)
  const dialog = await askForSignature(page)
  await expect(dialog.getByRole('note')).toContainText('Your login has expired. Log in again.')
  await expect(dialog.getByRole('button', { name: 'Log in', exact: true })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  expect(await stored(storageKeys.accessToken)).toBeNull()
  expect(await stored(storageKeys.refreshToken)).toBeNull()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByTestId('user')).toBeHidden()
})

test('asks to log in before the wallet is open as well, and does not give the request to another user', async ({
  page,
}) => {
  const { ethereum } = await signIn(page, newAddress())
  await page.reload()
  await wallets(page)

  await advance(31 * 24 * hourMs)
  // By the browser's clock too, which tells before anything is asked that the token is of no use any more.
  await page.clock.setFixedTime(Date.now() + 31 * 24 * hourMs)
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your login has expired. Log in again.')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()

  expect((await logIn(page, newAddress())).ethereum).not.toBe(ethereum)
  await expect(page.getByTestId('sign-message').getByTestId('signature')).toHaveCount(0)
})
