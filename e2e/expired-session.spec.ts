import { expect, test } from '@playwright/test'
import { advance, askForSignature, hourMs } from './expired-session.js'
import { newAddress } from './new-names.js'
import { proveEmail, signIn } from './person.js'

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
