import { type Browser, expect, type Page, test } from '@playwright/test'
import { findings } from './axe.js'
import { openLogin } from './every-method.js'
import { pointer } from './hand.js'
import { chooseRow, wayOf } from './login-ways.js'
import { newName } from './new-names.js'
import { codeFor, codesOf, wallets } from './person.js'
import { begin } from './program-page.js'
import { hold } from './wallet-page.js'

const picture = (name: string) => ({ path: test.info().outputPath(`${name}.png`), fullPage: true })

/** Opens the page of a program that asks for access, in a browser that has nothing of the user, at its login. */
async function openProgramLogin(browser: Browser) {
  const asking = await begin(browser)
  await asking.page.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.page.getByRole('heading', { name: /asks for access/ })).toBeVisible()
  return asking
}

/** Allows what the program asked for. */
async function allow(device: Page): Promise<void> {
  await expect(device.getByRole('heading', { name: 'What may it do?' })).toBeVisible()
  await device.getByRole('button', { name: 'Review' }).click()
  const done = device.getByRole('heading', { name: '“Shopping agent” may act now' })
  await hold(device, device.getByRole('button', { name: 'Hold to allow' }), done)
}

test('a user whose only login is Google lets a program act', async ({ page, browser, context }) => {
  test.setTimeout(120_000)
  const name = newName('google')
  await openLogin(page)
  const opening = page.waitForEvent('popup')
  await chooseRow({ context, page, hand: await pointer(page) }, 'Continue with Google')
  const popup = await opening
  await popup.getByLabel('Name').fill(name)
  await popup.keyboard.press('Enter')
  const { ethereum } = await wallets(page)

  const { page: device, wallet } = await openProgramLogin(browser)
  expect((await findings(device)).violations).toEqual([])
  await device.screenshot(picture('logins'))
  await device.getByRole('button', { name: 'Continue with Google' }).click()
  await device.getByLabel('Name').fill(name)
  await device.keyboard.press('Enter')
  await allow(device)
  expect(new URL(device.url()).search).toMatch(/^\?code=[A-Z]{8}$/)
  expect((await wallet).address).toBe(ethereum)
})

test('a user who cancels at Google, or has no account, reads so and can log in otherwise', async ({
  page,
  browser,
  context,
}) => {
  test.setTimeout(120_000)
  await openLogin(page)
  const place = { context, page, hand: await pointer(page) }
  const digits = await wayOf('SMS').open(place)
  await digits.logIn()
  const { ethereum } = await wallets(page)

  const { page: device, wallet } = await openProgramLogin(browser)
  await device.getByRole('button', { name: 'Continue with Google' }).click()
  await device.getByRole('button', { name: 'Cancel' }).click()
  await expect(device.getByText('The login was not completed. Try again.')).toBeVisible()
  await device.getByRole('button', { name: 'Continue with Google' }).click()
  await device.getByLabel('Name').fill(newName('stranger'))
  await device.keyboard.press('Enter')
  await expect(device.getByText('This login has no account here.')).toBeVisible()
  await device.screenshot(picture('no-account'))

  await device.getByRole('button', { name: 'Use a phone number' }).click()
  const number = await phoneOf(page)
  const seen = (await codesOf(number)).length
  await device.getByLabel('Phone number').fill(number)
  await device.getByRole('button', { name: 'Send code' }).click()
  await device.getByLabel('Six-digit code').fill(await codeFor(number, seen))
  await device.getByRole('button', { name: 'Log in' }).click()
  await allow(device)
  expect((await wallet).address).toBe(ethereum)
})

/** The number of the user who is logged in to the demo. */
async function phoneOf(page: Page): Promise<string> {
  const text = (await page.locator('body').textContent()) ?? ''
  return /\+1\d{10}/.exec(text)?.[0] ?? ''
}
