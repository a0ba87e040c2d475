import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  buy,
  connectSource,
  dialogOf,
  drip,
  etherOf,
  openFunding,
  solOf,
  testWallet,
  title,
  usdcOf,
  wanted,
  wantedSol,
} from './funding.js'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets } from './person.js'
import { installWallet, setWallet } from './wallet-double.js'

test.describe.configure({ timeout: 120_000 })

/** Closes the tab, and opens the demo in another one: what the first one knew is gone. */
async function inNewTab(page: Page, context: BrowserContext): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto(dev.demoUrl)
  await wallets(next)
  return next
}

/** Asks for the same money again, which shows the payment that was begun. */
async function comeBack(
  page: Page,
  context: BrowserContext,
  chain: 'Ethereum' | 'Solana' = 'Ethereum',
): Promise<Page> {
  const next = await inNewTab(page, context)
  await next.getByRole('button', { name: `Add funds on ${chain}` }).click()
  return next
}

/** Connects the test wallet, which holds enough, and leaves the screen where the payment begins. */
async function payFromWallet(
  page: Page,
  { from, to }: { from: 'Ethereum' | 'Solana'; to: 'Ethereum' | 'Solana' },
): Promise<string> {
  const payer = await testWallet(page, from)
  await drip(from === 'Ethereum' ? 'ethereum' : 'solana', payer)
  const dialog = await openFunding(page, to)
  await connectSource(dialog, from)
  await dialog.getByRole('button', { name: /Holds/ }).first().click()
  return payer
}

for (const chain of ['Ethereum', 'Solana'] as const) {
  test(`USDC comes from a connected wallet of ${chain}, with what it is worth`, async ({
    context,
  }) => {
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    const receiver = chain === 'Ethereum' ? mine.ethereum : mine.solana
    const payer = await testWallet(page, chain)
    await drip(chain === 'Ethereum' ? 'ethereum' : 'solana', payer)
    await drip('usdc', payer)
    const before = await usdcOf(payer)
    const dialog = await openFunding(page, chain, 'USDC')
    await connectSource(dialog, chain)
    await dialog.getByRole('button', { name: /Holds [\d,]+ USDC/ }).click()
    await expect(dialog.getByText('About $25.00')).toBeVisible()
    await setWallet(page, { answer: 'reject' })
    await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expect(title(page)).toHaveText('You declined')
    expect(await usdcOf(receiver)).toBe(0n)
    await setWallet(page, { answer: 'approve' })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(title(page)).toHaveText('Funds added', { timeout: 20_000 })
    await expect(dialog.getByText('About $25.00')).toBeVisible()
    expect(await usdcOf(receiver)).toBe(25_000_000n)
    expect(await usdcOf(payer)).toBe(before - 25_000_000n)
  })
}

test('a screen that is closed and opened again while the wallet asks does not ask twice', async ({
  context,
}) => {
  await installWallet(context)
  const page = await context.newPage()
  const { ethereum } = await signIn(page, newAddress())
  const dialog = dialogOf(page)
  const payer = await payFromWallet(page, { from: 'Ethereum', to: 'Ethereum' })
  await setWallet(page, { answer: 'wait' })
  await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
  await expect(title(page)).toHaveText('Approve in Test Wallet')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add funds on Ethereum' }).click()
  await expect(title(page)).toHaveText('Approve in Test Wallet')
  await setWallet(page, { answer: 'approve' })
  await expect(title(page)).toHaveText('Funds added')
  // The wallet sends one after the other: a second payment would be there by now.
  await expect.poll(() => etherOf(ethereum)).toBe(wanted)
  expect(await etherOf(payer)).toBeGreaterThan(10n ** 19n - 2n * wanted)
})

for (const [row, seller] of [
  [/MoonPay/, 'MoonPay'],
  [/Coinbase account/, 'Coinbase'],
] as const) {
  test(`a purchase at ${seller} is found again after the tab was closed`, async ({
    page,
    context,
  }) => {
    const { ethereum } = await signIn(page, newAddress())
    const popup = await buy(page, row, seller)
    await popup.getByRole('button', { name: /after 8 seconds/ }).click()
    const next = await comeBack(page, context)
    await expect(title(next)).not.toHaveText(/Add funds|Funds added/)
    await expect(title(next)).toHaveText('Funds added', { timeout: 30_000 })
    expect(await etherOf(ethereum)).toBe(wanted)
    await dialogOf(next).getByRole('button', { name: 'Done' }).click()
    await openFunding(next)
  })
}

for (const chain of ['Ethereum', 'Solana'] as const) {
  test(`a payment from a wallet of ${chain} is found again after the tab was closed while it asked`, async ({
    context,
  }) => {
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    await payFromWallet(page, { from: chain, to: chain })
    await setWallet(page, { answer: 'wait' })
    await dialogOf(page).getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expect(title(page)).toHaveText('Approve in Test Wallet')
    const next = await comeBack(page, context, chain)
    await setWallet(next, { answer: 'approve' })
    await expect(title(next)).toHaveText('Did you approve it?')
    // Nothing was sent: the new tab has not asked by itself, and says so until money comes.
    expect(chain === 'Ethereum' ? await etherOf(mine.ethereum) : await solOf(mine.solana)).toBe(0n)
    await dialogOf(next).getByRole('button', { name: 'Pay another way' }).click()
    await expect(title(next)).toHaveText('Add funds')
  })
}

test('what arrived at the address while the tab was closed is seen', async ({ page, context }) => {
  const { solana } = await signIn(page, newAddress())
  const dialog = await openFunding(page, 'Solana')
  await dialog.getByRole('button', { name: /Receive/ }).click()
  await expect(dialog.getByText('Waiting for your payment…')).toBeVisible()
  // A tab that is still open may see it, and shows it then.
  await page.close()
  await drip('solana', solana)
  const next = await comeBack(page, context, 'Solana')
  // The address was shown and nothing was begun: it is listed, and does not take the place of the choice.
  await expect(title(next)).toHaveText('Add funds')
  await dialogOf(next)
    .getByRole('button', { name: /Receive.*SOL ·/ })
    .click()
  await expect(title(next)).toHaveText('Funds added')
  await expect(dialogOf(next).getByText('5 SOL arrived in your wallet.')).toBeVisible()
})

for (const [from, to] of [
  ['Ethereum', 'Solana'],
  ['Solana', 'Ethereum'],
] as const) {
  test(`a bridge from ${from} to ${to} is found again after the tab was closed`, async ({
    context,
  }) => {
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    const payer = await payFromWallet(page, { from, to })
    const heldBy = () => (from === 'Ethereum' ? etherOf(payer) : solOf(payer))
    const pay = (tab: Page) => dialogOf(tab).getByRole('button', { name: /^Pay [\d.]+ / })
    await dialogOf(page).getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expect(pay(page)).toBeEnabled()
    await expect(dialogOf(page).getByText(/^About \$/)).toHaveCount(2)

    await setWallet(page, { answer: 'wait' })
    const before = await heldBy()
    await pay(page).click()
    await expect(title(page)).toHaveText('Approve in Test Wallet')
    const second = await comeBack(page, context, to)
    await setWallet(second, { answer: 'approve' })
    await expect(title(second)).toHaveText('Did you approve it?')
    expect(await heldBy()).toBe(before)
    await dialogOf(second).getByRole('button', { name: 'Pay another way' }).click()
    await dialogOf(second)
      .getByRole('button', { name: /Another wallet/ })
      .click()
    await dialogOf(second).getByRole('button', { name: /Holds/ }).first().click()
    await dialogOf(second).getByRole('button', { name: 'Continue with Test Wallet' }).click()

    await pay(second).click()
    await expect.poll(heldBy).toBeLessThan(before)
    const third = await comeBack(second, context, to)
    await expect(title(third)).toHaveText('Funds added', { timeout: 30_000 })
    if (to === 'Solana') expect(await solOf(mine.solana)).toBe(wantedSol)
    else expect(await etherOf(mine.ethereum)).toBe(wanted)
  })
}
