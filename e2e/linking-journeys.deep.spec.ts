import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { chooseToAdd, logOutInSheet, openSheet, rowOf } from './account-sheet.js'
import { findings } from './axe.js'
import { signInByApi } from './bare-host.js'
import { confirmInWallet } from './enforced.js'
import { openLogin } from './every-method.js'
import { pointer } from './hand.js'
import { dialogOf, wayOf } from './login-ways.js'
import { newAddress } from './new-names.js'
import { dev, proveEmail, signIn, wallets, watchNoise } from './person.js'
import { withoutRefusals } from './second-factors.js'

// Each goes through several logins.
test.setTimeout(120_000)

test('a guest who adds an email address keeps the wallets, and logs in with it elsewhere', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const page = await context.newPage()
  const address = newAddress()
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  const mine = await wallets(page)
  await openSheet(page)
  await chooseToAdd(page, 'Email')
  await proveEmail(page, address)
  await confirmInWallet(page, /Add a way to log in/)
  await expect(rowOf(page, 'Email')).toContainText(address)
  await expect(page.getByTestId('user')).toContainText('"isGuest": false')
  await logOutInSheet(page)

  await openLogin(page)
  await proveEmail(page, address)
  expect(await wallets(page)).toEqual(mine)
  const elsewhere = await browser.newContext()
  expect(await signIn(await elsewhere.newPage(), address)).toEqual(mine)
  expect(withoutRefusals(noise)).toEqual([])
  await context.close()
  await elsewhere.close()
})

test('T-28: a guest is the same after a logout, and a copy of the page’s storage is another one', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(dev.demoUrl)
  const enter = async (at: Page) => {
    await at.getByRole('button', { name: 'Continue as guest' }).click()
    return wallets(at)
  }
  const mine = await enter(page)
  const everything = await context.storageState()
  await openSheet(page)
  await logOutInSheet(page)
  const left = await context.storageState()
  expect(await enter(page)).toEqual(mine)

  // With the session of the copy the thief is logged in until it ends, and then again a stranger.
  for (const { origins } of [everything, left]) {
    const storageState = { cookies: [], origins: origins.map(withoutSession) }
    const thief = await browser.newContext({ storageState })
    const theirs = await thief.newPage()
    await theirs.goto(dev.demoUrl)
    const { ethereum } = await enter(theirs)
    expect(ethereum).not.toBe(mine.ethereum)
    await thief.close()
  }
  await context.close()
})

type Origin = Awaited<ReturnType<BrowserContext['storageState']>>['origins'][number]

/** What stays in the storage of a page when the session is over. */
function withoutSession({ origin, localStorage }: Origin): Origin {
  const isOfSession = ({ name }: { name: string }) =>
    /^privy:(token|refresh_token|id_token)$/.test(name)
  return { origin, localStorage: localStorage.filter((entry) => !isOfSession(entry)) }
}

/** A user without a wallet who logs in by this email address. */
async function createUser(): Promise<string> {
  const { address } = await signInByApi()
  return address
}

/** Logs a new user in by phone, and proves an email address that they do not have in the account sheet. */
async function linkEmailOf(page: Page, address: string): Promise<void> {
  const place = { context: page.context(), page, hand: await pointer(page) }
  const phone = await wayOf('SMS').open(place)
  await openLogin(page)
  await phone.logIn()
  await wallets(page)
  await openSheet(page)
  await chooseToAdd(page, 'Email')
  await proveEmail(page, address)
}

test('LNK-02: an account of another user is moved here after the user agrees, and its user is gone', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const address = await createUser()
  await linkEmailOf(page, address)
  const mine = {
    ethereum: await page.getByTestId('ethereum-address').innerText(),
    solana: await page.getByTestId('solana-address').innerText(),
  }
  await expect(dialogOf(page).getByRole('heading', { level: 2 })).toHaveText('Already in use')
  await expect(dialogOf(page)).toContainText('Moving it deletes the other account.')
  expect((await findings(page)).violations).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Move it here' }).click()
  await confirmInWallet(page, /Move a way to log in here/)
  await expect(rowOf(page, 'Email')).toContainText(address)
  await logOutInSheet(page)

  await openLogin(page)
  await dialogOf(page).getByRole('button', { name: 'Continue with email' }).click()
  await proveEmail(page, address)
  expect(await wallets(page)).toEqual(mine)
  // The browser logs the refusal of the first try, and the one that asks for the press in the wallet.
  expect(noise.filter((line) => !/status of 40[039]|status of 422/.test(line))).toEqual([])
})

test('LNK-02: an account of another user stays there when the user keeps both apart', async ({
  page,
}) => {
  const address = await createUser()
  await linkEmailOf(page, address)
  await dialogOf(page).getByRole('button', { name: 'Keep separate' }).click()
  await expect(dialogOf(page).getByText('Ways to log in')).toBeVisible()
  await expect(rowOf(page, 'Email')).toHaveCount(0)
  const { user } = await signInByApi(address)
  expect(user.linked_accounts).toHaveLength(1)
})

test('LNK-02: an account of a user with a wallet is not moved, and the refusal is explained', async ({
  browser,
  page,
}) => {
  const address = newAddress()
  const other = await browser.newContext()
  const theirs = await signIn(await other.newPage(), address)
  await linkEmailOf(page, address)
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Couldn’t link this')
  const again = await browser.newContext()
  expect(await signIn(await again.newPage(), address)).toEqual(theirs)
  await other.close()
  await again.close()
})
