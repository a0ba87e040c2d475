import { expect, type Page, test } from '@playwright/test'
import { dev, wallets, watchNoise } from './person.js'
import { installWallet, setWallet } from './wallet-double.js'

const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the login and chooses the test wallet of a chain. */
async function chooseWallet(page: Page, chain: 'Ethereum' | 'Solana'): Promise<void> {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`Test Wallet.*${chain}`) })
    .click()
}

for (const chain of ['Ethereum', 'Solana'] as const) {
  test(`a user logs in with an installed ${chain} wallet, and again as the same user`, async ({
    context,
  }) => {
    const noise = watchNoise(context)
    await installWallet(context)
    const page = await context.newPage()
    await chooseWallet(page, chain)
    const mine = await wallets(page)

    await page.getByRole('button', { name: 'Log out' }).click()
    await chooseWallet(page, chain)
    expect(await wallets(page)).toEqual(mine)
    expect(noise).toEqual([])
  })
}

test('a declined request is explained, and trying again logs in', async ({ context }) => {
  await installWallet(context, { answer: 'reject' })
  const page = await context.newPage()
  await chooseWallet(page, 'Ethereum')
  await expect(dialog(page).getByRole('heading')).toHaveText('Request declined')

  await setWallet(page, { answer: 'approve' })
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await wallets(page)
})

test('a locked wallet is waited for; on another network it is asked to switch; of two accounts one is chosen', async ({
  context,
}) => {
  await installWallet(context, { locked: true, chainId: 1, sharesAll: true })
  const page = await context.newPage()
  await chooseWallet(page, 'Ethereum')
  await expect(dialog(page).getByRole('heading')).toHaveText('Open Test Wallet')

  await setWallet(page, { locked: false })
  await expect(dialog(page).getByRole('heading')).toHaveText('Choose an account')
  await dialog(page).getByRole('button', { name: /^0x/ }).last().click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Switch network')
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await wallets(page)
})
