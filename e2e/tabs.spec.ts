import { expect, test } from '@playwright/test'
import { storageKeys } from '@sallyport/contract'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets } from './person.js'

test('login, refresh and logout in one tab apply to the other', async ({ browser }) => {
  test.setTimeout(90_000)
  const context = await browser.newContext()
  const [mine, other] = [await context.newPage(), await context.newPage()]
  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && /\/v1\/sessions$/.test(request.url())) {
      refreshes.push(request.url())
    }
  })
  const signInButton = other.getByRole('button', { name: 'Log in', exact: true })
  await other.goto(dev.demoUrl)
  await expect(signInButton).toBeVisible()

  const address = newAddress()
  const made = await signIn(mine, address)

  await test.step('the other tab is logged in and lists the wallets without showing a screen', async () => {
    expect(await wallets(other)).toEqual(made)
    await expect(other.getByTestId('user')).toContainText(address)
  })

  await test.step('both tabs need a new token at the same time: one refresh is enough', async () => {
    const before = refreshes.length
    const stored = (key: string) => other.evaluate((name) => localStorage.getItem(name), key)
    const used = await stored(storageKeys.refreshToken)
    await mine.evaluate((name) => localStorage.removeItem(name), storageKeys.accessToken)
    for (const page of [mine, other]) {
      await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
    }
    for (const page of [mine, other]) {
      await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(page.getByTestId('sign-message').getByTestId('signature')).toHaveText(/^0x/)
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    expect(refreshes.length - before).toBe(1)
    expect(await stored(storageKeys.refreshToken)).not.toBe(used)
  })

  await test.step('a logout in the other tab logs this one out; both stay logged out after a reload', async () => {
    await other.getByRole('button', { name: 'Log out' }).click()
    await expect(mine.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await expect(mine.getByTestId('user')).toBeHidden()
    await mine.reload()
    await expect(mine.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await expect(signInButton).toBeVisible()
  })
  await context.close()
})
