import { expect, test } from '@playwright/test'
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
  wanted,
  wantedSol,
} from './funding.js'
import { newAddress } from './new-names.js'
import { signIn, watchNoise } from './person.js'
import { installWallet, setWallet } from './wallet-double.js'

test.describe.configure({ timeout: 120_000 })

test('MoonPay delivers to the wallet; a declined card is said; a reload in the middle goes on', async ({
  page,
  context,
}) => {
  const noise = watchNoise(context)
  const { ethereum } = await signIn(page, newAddress())

  await test.step('paid', async () => {
    const popup = await buy(page, /MoonPay/, 'MoonPay')
    await popup.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(title(page)).toHaveText('Funds added')
    expect(await etherOf(ethereum)).toBe(wanted)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  })

  await test.step('declined', async () => {
    const popup = await buy(page, /MoonPay/, 'MoonPay')
    await popup.getByRole('button', { name: 'Let the card be declined' }).click()
    await expect(title(page)).toHaveText('Payment failed')
    await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
    expect(await etherOf(ethereum)).toBe(wanted)
  })

  await test.step('reloaded while it is on its way', async () => {
    const popup = await buy(page, /MoonPay/, 'MoonPay')
    await popup.getByRole('button', { name: /after 8 seconds/ }).click()
    await page.reload()
    await expect(title(page)).toHaveText('Payment received')
    await expect(title(page)).toHaveText('Funds added', { timeout: 20_000 })
    expect(await etherOf(ethereum)).toBe(wanted * 2n)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await expect(dialogOf(page)).toBeHidden()
  })

  await test.step('closed and opened again before it was paid', async () => {
    const popup = await buy(page, /MoonPay/, 'MoonPay')
    await popup.close()
    await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Add funds on Ethereum' }).click()
    await expect(title(page)).toHaveText('Pay in the MoonPay window')
    const opening = page.waitForEvent('popup')
    await dialogOf(page).getByRole('button', { name: 'Open the window again' }).click()
    await (await opening).getByRole('button', { name: /^Pay \$/ }).click()
    await expect(title(page)).toHaveText('Funds added')
    expect(await etherOf(ethereum)).toBe(wanted * 3n)
  })
  // MoonPay knows a purchase once it has begun; browsers log each answer before that.
  expect(noise.filter((line) => !/status of 404/.test(line))).toEqual([])
})

test('Coinbase delivers to the wallet; a declined card is said', async ({ page, context }) => {
  const noise = watchNoise(context)
  const { ethereum } = await signIn(page, newAddress())
  const paid = await buy(page, /Coinbase account/, 'Coinbase')
  await paid.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(title(page)).toHaveText('Funds added')
  expect(await etherOf(ethereum)).toBe(wanted)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()

  const declined = await buy(page, /Coinbase account/, 'Coinbase')
  await declined.getByRole('button', { name: 'Let the card be declined' }).click()
  await expect(title(page)).toHaveText('Payment failed')
  expect(await etherOf(ethereum)).toBe(wanted)
  await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()

  const late = await buy(page, /Coinbase account/, 'Coinbase')
  await late.getByRole('button', { name: /after 8 seconds/ }).click()
  await page.reload()
  await expect(title(page)).not.toHaveText('Funds added')
  await expect(title(page)).toHaveText('Funds added', { timeout: 30_000 })
  expect(await etherOf(ethereum)).toBe(wanted * 2n)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(dialogOf(page)).toBeHidden()
  expect(noise).toEqual([])
})

test('money comes from a connected wallet; declining there sends nothing', async ({ context }) => {
  const noise = watchNoise(context)
  await installWallet(context)
  const page = await context.newPage()
  const { ethereum } = await signIn(page, newAddress())
  const dialog = await openFunding(page)
  await connectSource(dialog, 'Ethereum')
  await expect(title(page)).toHaveText('Pay from a wallet')
  const source = dialog.getByRole('button', { name: /Test Wallet.*Holds|Holds/ }).first()
  await source.click()

  await test.step('it holds too little', async () => {
    await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expect(dialog.locator('.problem')).toHaveText('More than Test Wallet holds.')
  })

  await test.step('declined, then approved', async () => {
    await drip('ethereum', await testWallet(page, 'Ethereum'))
    await dialog.getByRole('button', { name: 'Pay another way' }).click()
    await dialog.getByRole('button', { name: /Another wallet/ }).click()
    await dialog.getByRole('button', { name: /Holds 10 ETH/ }).click()
    await setWallet(page, { answer: 'reject' })
    await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expect(title(page)).toHaveText('You declined')
    expect(await etherOf(ethereum)).toBe(0n)
    await setWallet(page, { answer: 'approve' })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(title(page)).toHaveText('Funds added')
    expect(await etherOf(ethereum)).toBe(wanted)
  })
  expect(noise).toEqual([])
})

test('a reload while the wallet asks does not ask again, and the arrival is seen', async ({
  context,
}) => {
  await installWallet(context)
  const page = await context.newPage()
  const { ethereum } = await signIn(page, newAddress())
  const dialog = await openFunding(page)
  await connectSource(dialog, 'Ethereum')
  await drip('ethereum', await testWallet(page, 'Ethereum'))
  await dialog
    .getByRole('button', { name: /Holds|Local/ })
    .first()
    .click()
  await setWallet(page, { answer: 'wait' })
  await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
  await expect(title(page)).toHaveText('Approve in Test Wallet')
  await page.reload()
  await expect(title(page)).toHaveText('Did you approve it?')

  // As if it had been approved: the money comes by itself.
  await drip('ethereum', ethereum)
  await expect(title(page)).toHaveText('Funds added', { timeout: 20_000 })
})

test('what is sent to the address is seen when it arrives', async ({ page, context }) => {
  const noise = watchNoise(context)
  const { solana } = await signIn(page, newAddress())
  const dialog = await openFunding(page, 'Solana')
  await dialog.getByRole('button', { name: /Receive/ }).click()
  await expect(dialog.getByText('Waiting for your payment…')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('Waiting for your payment…')).toBeVisible()
  await drip('solana', solana)
  await expect(title(page)).toHaveText('Funds added', { timeout: 20_000 })
  await expect(dialog.getByText('5 SOL arrived in your wallet.')).toBeVisible()
  expect(noise).toEqual([])
})

for (const [from, to] of [
  ['Ethereum', 'Solana'],
  ['Solana', 'Ethereum'],
] as const) {
  test(`the bridge moves coins from ${from} to ${to}`, async ({ context }) => {
    const noise = watchNoise(context)
    await installWallet(context)
    const page = await context.newPage()
    const mine = await signIn(page, newAddress())
    const payer = await testWallet(page, from)
    await drip(from === 'Ethereum' ? 'ethereum' : 'solana', payer)
    const dialog = await openFunding(page, to)
    await dialog.getByRole('button', { name: /Another wallet/ }).click()
    await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
    await dialog
      .getByRole('button', { name: new RegExp(`Test Wallet.*${from}`) })
      .first()
      .click()
    await dialog.getByRole('button', { name: /Holds/ }).first().click()
    await dialog.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    const pay = dialog.getByRole('button', { name: /^Pay [\d.]+ / })
    await expect(pay).toBeEnabled()
    const before = from === 'Ethereum' ? await etherOf(payer) : await solOf(payer)
    await pay.click()
    // The wallet has sent once what it holds is less; the bridge has still to deliver.
    await expect
      .poll(async () => (from === 'Ethereum' ? await etherOf(payer) : await solOf(payer)) < before)
      .toBe(true)
    await page.reload()
    await expect(title(page)).toHaveText('Funds added', { timeout: 30_000 })
    const after = from === 'Ethereum' ? await etherOf(payer) : await solOf(payer)
    expect(after).toBeLessThan(before)
    if (to === 'Solana') expect(await solOf(mine.solana)).toBe(wantedSol)
    else expect(await etherOf(mine.ethereum)).toBe(wanted)
    expect(noise).toEqual([])
  })
}
