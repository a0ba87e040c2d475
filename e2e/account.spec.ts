import { expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { newAddress } from './new-names.js'
import { dev, signIn, watchNoise } from './person.js'

test('the account sheet shows the user and their wallets, and logs out in every tab within a second', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const [page, other] = [await context.newPage(), await context.newPage()]
  const address = newAddress()
  const made = await signIn(page, address)
  await other.goto(dev.demoUrl)
  await expect(other.getByTestId('user')).toContainText(address)
  // Chromium draws a page behind another one rarely.
  await page.bringToFront()
  const sheet = page.getByRole('dialog')

  await test.step('the user button opens it', async () => {
    await page.getByRole('button', { name: `Account: ${address}` }).click()
    await expect(sheet.getByRole('heading', { name: address })).toBeVisible()
    await expect(sheet.getByRole('button', { name: /Ethereum/ })).toContainText('ETH')
    expect((await findings(page)).violations).toEqual([])
  })

  await test.step('a wallet shows its address as a QR code, and sends', async () => {
    await sheet.getByRole('button', { name: /Ethereum/ }).click()
    await expect(sheet.getByRole('img', { name: `QR code of ${made.ethereum}` })).toBeVisible()
    expect((await findings(page)).violations).toEqual([])
    await sheet.getByRole('button', { name: 'Send' }).click()
    await sheet.getByLabel('To').fill(made.ethereum)
    await sheet.getByLabel(/Amount/).fill('1')
    await sheet.getByRole('button', { name: 'Review' }).click()
    await expect(sheet.getByText('This is the wallet’s own address.').first()).toBeVisible()
    await sheet.getByRole('button', { name: 'Back' }).click()
    await sheet.getByRole('button', { name: 'Back' }).click()
  })

  await test.step('the only way to log in can’t be removed', async () => {
    await sheet.getByRole('button', { name: /Email/ }).click()
    await expect(sheet.getByText(/This is your only way to log in/)).toBeVisible()
    await sheet.getByRole('button', { name: 'Back' }).click()
  })

  await test.step('a logout ends the login of both tabs, and the next login shows in both', async () => {
    await sheet.getByRole('button', { name: 'Log out' }).click()
    await expect(other.getByTestId('user')).toBeHidden({ timeout: 1000 })
    await expect(page.getByTestId('user')).toBeHidden()
    const next = newAddress()
    await signIn(page, next)
    await expect(other.getByTestId('user')).toContainText(next)
  })
  expect(noise).toEqual([])
  await context.close()
})
