import { expect, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { changeApp } from './enforced.js'
import {
  connectSource,
  dialogOf,
  drip,
  etherOf,
  openFunding,
  solOf,
  testWallet,
  title,
} from './funding.js'
import { newAddress } from './new-names.js'
import { dev, proveEmail, signIn } from './person.js'
import { installWallet } from './wallet-double.js'

test.describe.configure({ timeout: 120_000 })

async function bridgeAnswers(answer: string): Promise<void> {
  const given = await fetch(`${dev.dashboardUrl}/api/simulators`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dev.dashboardUrl },
    body: JSON.stringify({ id: 'bridge', answer }),
  })
  expect(given.status).toBe(200)
}

test.afterEach(() => bridgeAnswers('normal'))

for (const [answer, said] of [
  ['refunded', 'Sent back'],
  ['stuck', 'Taking longer'],
  ['failed', 'Payment failed'],
] as const) {
  test(`a bridge whose payment is ${answer} is not reported as done`, async ({ context }) => {
    await bridgeAnswers(answer)
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    const payer = await testWallet(page, 'Ethereum')
    await drip('ethereum', payer)
    const dialog = await openFunding(page, 'Solana')
    await connectSource(dialog, 'Ethereum')
    await dialog.getByRole('button', { name: /Holds/ }).first().click()
    await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await dialog.getByRole('button', { name: /^Pay [\d.]+ / }).click()
    await expect(title(page)).toHaveText(new RegExp(said, 'i'), { timeout: 20_000 })
    await page.reload()
    if (answer === 'stuck') await expect(title(page)).toHaveText(new RegExp(said, 'i'))
    expect(await solOf(mine.solana)).toBe(0n)
    // All but the fee of the transaction, where it came back.
    if (answer === 'refunded') expect(await etherOf(payer)).toBeGreaterThan(10n ** 19n - 10n ** 15n)
  })
}

test('a bridge without a price says so, and the user can pay another way', async ({ context }) => {
  await bridgeAnswers('unquoted')
  await installWallet(context)
  const page = await context.newPage()
  await signIn(page, newAddress())
  await drip('ethereum', await testWallet(page, 'Ethereum'))
  const dialog = await openFunding(page, 'Solana')
  await connectSource(dialog, 'Ethereum')
  await dialog.getByRole('button', { name: /Holds/ }).first().click()
  await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await bridgeAnswers('normal')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /^Pay [\d.]+ / })).toBeEnabled()
})

test('a new wallet is offered funds once, where the app asks for that', async ({ page }) => {
  const settings = await (
    await fetch(`${dev.authUrl}/api/v1/apps/${dev.appId}`, {
      headers: { 'privy-app-id': dev.appId, origin: dev.demoUrl },
    })
  ).json()
  const { funding_config } = settings
  await changeApp({
    funding_config: { ...funding_config, prompt_funding_on_wallet_creation: true },
  })
  try {
    await page.goto(dev.demoUrl)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await proveEmail(page, newAddress())
    await expect(title(page)).toHaveText('Add funds', { timeout: 20_000 })
    await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
    await expect(dialogOf(page)).toBeHidden()
    await page.reload()
    await expect(page.getByTestId('ethereum-address')).toHaveText(/^0x/)
    await expect(dialogOf(page)).toBeHidden()
  } finally {
    await changeApp({ funding_config })
  }
})

test('the account sheet adds funds to a wallet, and shows what it holds then', async ({ page }) => {
  const { ethereum } = await signIn(page, newAddress())
  await openSheet(page)
  await dialogOf(page)
    .getByRole('button', { name: /Ethereum/ })
    .first()
    .click()
  await expect(title(page)).toHaveText('0 ETH')
  await dialogOf(page).getByRole('button', { name: 'Add funds' }).click()
  await expect(title(page)).toHaveText('Add funds')
  await dialogOf(page)
    .getByRole('button', { name: /Receive/ })
    .click()
  await expect(dialogOf(page).getByText('Waiting for your payment…')).toBeVisible()
  await drip('ethereum', ethereum)
  await expect(title(page)).toHaveText('Funds added', { timeout: 20_000 })
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(title(page)).toHaveText('10 ETH')
})
