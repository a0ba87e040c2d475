import { type Browser, expect, type Page, test } from '@playwright/test'
import { chooseToAdd, logOutInSheet, openSheet, removeInSheet, rowOf } from './account-sheet.js'
import { confirmInWallet } from './enforced.js'
import { pointer } from './hand.js'
import { dialogOf, type LoginWay, wayOf } from './login-ways.js'
import { dev, wallets, watchNoise } from './person.js'
import { withoutRefusals } from './second-factors.js'

/**
 * The life of an account at a login method, with an empty console: a user links it, logs in by it and removes it; then the
 * account is free and makes a user of its own, who cannot remove it.
 */
export async function liveThrough(browser: Browser, way: LoginWay): Promise<void> {
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const page = await context.newPage()
  const place = { context, page, hand: await pointer(page) }
  const account = await way.open(place)
  const host = await wayOf(way.title === 'email' ? 'SMS' : 'email').open(place)

  const mine = await test.step('another account is linked in the account sheet', async () => {
    await openLogin(page)
    await host.logIn()
    const mine = await wallets(page)
    await openSheet(page)
    await chooseToAdd(page, way.name)
    await account.link()
    await confirmInWallet(page, /Add a way to log in/)
    await account.finishLink?.()
    await expect(rowOf(page, way.name)).toBeVisible()
    await logOutInSheet(page)
    return mine
  })

  await test.step('it logs the same user in, who removes it', async () => {
    await openLogin(page)
    await account.logIn()
    expect(await wallets(page)).toEqual(mine)
    await openSheet(page)
    await removeInSheet(page, way.name)
    await logOutInSheet(page)
  })

  await test.step('it makes a user of its own, who cannot remove it', async () => {
    await openLogin(page)
    await (account.signUp ?? account.logIn)()
    expect((await wallets(page)).ethereum).not.toBe(mine.ethereum)
    await openSheet(page)
    await rowOf(page, way.name).click()
    await expect(dialogOf(page).getByText(/This is your only way to log in/)).toBeVisible()
  })
  expect(withoutRefusals(noise)).toEqual([])
  await account.stop?.()
  await context.close()
}

/** Opens the login of the demo. */
export async function openLogin(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter')
}
