import { expect, type Page, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { codeFor, createOf, dev, wallets } from './person.js'

const custody = '**/v1/embedded_wallets'

async function enterCode(page: Page) {
  const address = newAddress()
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(address)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').fill(await codeFor(address))
}

test.describe('a login that is cut short leaves both wallets to the next page load', () => {
  test('a reload while the first wallet is stored', async ({ page, context }) => {
    await context.route(custody, () => new Promise(() => undefined))
    const stored = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/v1\/embedded_wallets$/.test(request.url()),
    )
    await enterCode(page)
    await stored
    await context.unroute(custody)
    await page.reload()

    await wallets(page)
  })

  test('a reload right after the code was accepted', { tag: '@deep' }, async ({ page }) => {
    const accepted = page.waitForResponse(/\/passwordless\/authenticate$/)
    await enterCode(page)
    await (await accepted).finished()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => /token/.test(key))))
      .toBe(true)
    await page.reload()

    await wallets(page)
  })

  test('Escape right after the code', { tag: '@deep' }, async ({ page }) => {
    await enterCode(page)
    await page.keyboard.press('Escape')

    await wallets(page)
  })
})

test('the user can create a wallet whose creation failed', async ({ page, context }) => {
  await context.route(custody, (route) => route.abort())
  await enterCode(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const chain of ['ethereum', 'solana']) await expect(createOf(page, chain)).toBeVisible()
  await context.unroute(custody)
  await createOf(page, 'solana').click()

  await wallets(page)
})
