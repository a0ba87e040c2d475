import { expect, test } from '@playwright/test'
import { advance, hourMs } from './expired-session.js'
import { newAddress } from './new-names.js'
import { signIn, watchNoise } from './person.js'
import { addAuthenticatorApp, currentCode } from './second-factors.js'

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
