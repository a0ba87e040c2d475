import { expect, type Page, test } from '@playwright/test'
import { confirmInWallet } from './enforced.js'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets, watchNoise } from './person.js'
import { withoutRefusals } from './second-factors.js'
import { installWallet } from './wallet-double.js'
import { answerForWalletConnect, createRemoteWallet } from './walletconnect-double.js'

const dialog = (page: Page) => page.getByRole('dialog')

for (const chain of ['Ethereum', 'Solana'] as const) {
  test(`a user links an installed ${chain} wallet, logs in with it, and unlinks it in the account sheet`, async ({
    context,
  }) => {
    const noise = watchNoise(context)
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    const row = new RegExp(`Test Wallet.*${chain}`)

    await page.getByRole('button', { name: 'Link wallet' }).click()
    await dialog(page).getByRole('button', { name: row }).click()
    await confirmInWallet(page, /Add a way to log in/)
    await expect(page.getByTestId('account-result')).toHaveText(/Linked by siw[es]/)
    await expect(dialog(page)).toBeHidden()

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog(page).getByRole('button', { name: row }).click()
    expect(await wallets(page)).toEqual(mine)

    await page.getByRole('button', { name: 'Open account' }).click()
    await dialog(page)
      .getByRole('button', { name: /Wallet/ })
      .click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await confirmInWallet(page, /Remove a way to log in/)
    await expect(page.getByTestId('user')).not.toContainText('Test Wallet')
    await expect(dialog(page).getByRole('button', { name: /Wallet/ })).toBeHidden()
    expect(withoutRefusals(noise)).toEqual([])
  })
}

test('a user logs in with a wallet on another device by WalletConnect', async ({ context }) => {
  const noise = watchNoise(context)
  await answerForWalletConnect(context)
  const remote = await createRemoteWallet()
  const page = await context.newPage()
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /wallet/i })
    .click()
  await dialog(page).getByRole('button', { name: 'WalletConnect' }).click()
  await expect(dialog(page).getByRole('img', { name: /QR/ })).toBeVisible()
  const uri = await dialog(page).getByRole('link').first().getAttribute('href')
  expect(uri).toMatch(/^wc:/)
  await remote.pair(String(uri))

  await wallets(page)
  await expect(page.getByTestId('user')).toContainText(remote.address)
  expect(remote.asked).toEqual(['personal_sign'])

  await page.reload()
  await wallets(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  // The session stands: the wallet is asked without another pairing.
  await dialog(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await wallets(page)
  expect(remote.asked).toEqual(['personal_sign', 'personal_sign'])
  await remote.stop()
  expect(noise).toEqual([])
})
