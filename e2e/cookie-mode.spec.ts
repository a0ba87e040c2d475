import { type BrowserContext, expect, test } from '@playwright/test'
import { cookies as names, storageKeys } from '@sallyport/contract'
import { createSlowProxy, type SlowProxy } from '@sallyport/testing'
import { changeApp } from './enforced.js'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets, watchNoise } from './person.js'

/*
 * The app has an address of its own: another port of this machine, whose requests reach the server with their `Host`. Ports share
 * cookies, so the page reads `privy-session` as a page of the same site does.
 */
let proxy: SlowProxy
test.beforeAll(async () => {
  proxy = await createSlowProxy(dev.authUrl)
  await changeApp({ custom_api_url: `http://localhost:${new URL(proxy.url).port}` })
})
test.afterAll(async () => {
  await changeApp({ custom_api_url: null })
  await proxy.close()
})

const cookiesOf = async (context: BrowserContext) =>
  new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))

test('SES-20: a session in cookies survives a reload, is shared by the tabs, and ends in all of them', async ({
  browser,
}) => {
  test.setTimeout(90_000)
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const [page, other] = [await context.newPage(), await context.newPage()]
  const address = newAddress()
  const made = await signIn(page, address)

  await test.step('no script of the page can read the refresh token', async () => {
    const refresh = (await cookiesOf(context)).get(names.refreshToken)
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const readable = await page.evaluate(() => document.cookie + JSON.stringify(localStorage))
    expect(readable).not.toContain(refresh?.value)
    expect(readable).toContain('deprecated')
  })

  await test.step('a reload whose access token is gone refreshes by the cookie; wallets stay', async () => {
    const before = (await cookiesOf(context)).get(names.refreshToken)?.value
    await page.evaluate((key) => localStorage.removeItem(key), storageKeys.accessToken)
    await page.reload()
    expect(await wallets(page)).toEqual(made)
    expect((await cookiesOf(context)).get(names.refreshToken)?.value).not.toBe(before)
  })

  await test.step('a page with empty storage takes up the session of the site', async () => {
    await page.evaluate(() => localStorage.clear())
    await other.goto(dev.demoUrl)
    await expect(other.getByTestId('user')).toContainText(address)
    await expect(page.getByTestId('user')).toContainText(address)
  })

  await test.step('a logout ends it in both tabs within a second, and after a reload', async () => {
    await other.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByTestId('user')).toBeHidden({ timeout: 1000 })
    await expect
      .poll(async () =>
        [...(await cookiesOf(context)).keys()].filter((each) => each.startsWith('privy-')),
      )
      .toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  })
  expect(noise).toEqual([])
  await context.close()
})
