import { expect, type Page, test } from '@playwright/test'
import { storageKeys } from '@sallyport/contract'
import { dev, logIn, newAddress, proveEmail, signIn, wallets } from './person.js'

const hourMs = 3_600_000

/** Moves the server's time ahead; the browser's stays where it is. */
async function advance(ms: number): Promise<void> {
  const response = await fetch(dev.clockUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: ms }),
  })
  expect(response.ok).toBe(true)
}

async function askForSignature(page: Page) {
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  return dialog
}

test('signs with an access token that expired after the login', async ({ page }) => {
  await signIn(page, newAddress())
  const signature = page.getByTestId('sign-message').getByTestId('signature')

  await test.step('before the wallet is opened', async () => {
    await advance(2 * hourMs)
    const dialog = await askForSignature(page)
    await expect(signature).toHaveText(/^0x/)
    await expect(dialog).toBeHidden()
  })

  await test.step('with an open wallet', async () => {
    await advance(2 * hourMs)
    const refreshed = page.waitForResponse(/\/v1\/sessions$/)
    const dialog = await askForSignature(page)
    expect((await refreshed).ok()).toBe(true)
    await expect(dialog).toBeHidden()
  })
})

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

test('leads from an expired request to a login above it, and goes on for the same user', async ({
  page,
}) => {
  const address = newAddress()
  await signIn(page, address)
  await expect(await askForSignature(page)).toBeHidden()

  await advance(31 * 24 * hourMs)
  const dialog = await askForSignature(page)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await proveEmail(page, address)

  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await expect(dialog).toBeHidden()
  // The demo forgot the first request when the session ended.
  await expect(await askForSignature(page)).toBeHidden()
  await expect(page.getByTestId('sign-message').getByTestId('signature')).toHaveText(/^0x/)
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
