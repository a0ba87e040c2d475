import { expect, test } from '@playwright/test'
import { logOutInSheet, openSheet } from './account-sheet.js'
import { addAuthenticator } from './authenticator.js'
import { openLogin } from './every-method.js'
import { dialogOf } from './login-ways.js'
import { wallets, watchNoise } from './person.js'

// Each goes through several logins.
test.setTimeout(120_000)

test('the browser suggests a passkey on the first screen, and it logs in without a press', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  await openLogin(page)
  await dialogOf(page).getByRole('button', { name: 'More options' }).click()
  await dialogOf(page).getByRole('button', { name: 'Continue with a passkey' }).click()
  await authenticator.confirmNext(() =>
    dialogOf(page).getByRole('button', { name: 'Create an account' }).click(),
  )
  const mine = await wallets(page)
  expect(await authenticator.count()).toBe(1)
  await openSheet(page)
  await logOutInSheet(page)

  // The virtual device takes the suggestion as soon as the browser makes it.
  await authenticator.confirmAll(true)
  await openLogin(page)
  expect(await wallets(page)).toEqual(mine)
  expect(noise).toEqual([])
  await context.close()
})

test('a request that the user does not confirm can be tried again', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  await authenticator.refuse(true)
  await authenticator.confirmAll(true)
  await openLogin(page)
  await dialogOf(page).getByRole('button', { name: 'More options' }).click()
  await dialogOf(page).getByRole('button', { name: 'Continue with a passkey' }).click()
  await dialogOf(page).getByRole('button', { name: 'Create an account' }).click()
  await expect(dialogOf(page).getByRole('heading')).toHaveText('No passkey was used')

  await authenticator.refuse(false)
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await wallets(page)
  await context.close()
})
