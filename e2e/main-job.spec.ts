import { expect, test } from '@playwright/test'
import { createPublicClient, http, verifyMessage, verifyTypedData } from 'viem'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets, watchNoise } from './person.js'
import { readAndPress } from './read-to-end.js'
import { solBalance, typedOrder, verifySolanaMessage } from './verify.js'

const chain = createPublicClient({ transport: http(dev.evmRpcUrl) })

test('a user logs in, gets wallets, signs, sends, and has the same wallets in another browser', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const page = await context.newPage()
  const address = newAddress()

  const mine = await signIn(page, address)

  await test.step('personal_sign verifies', async () => {
    const form = page.getByTestId('sign-message')
    await form.getByRole('textbox').fill('Hello from the main job')
    await form.getByRole('button', { name: 'Sign message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
    const signature = (await form.getByTestId('signature').innerText()) as `0x${string}`
    expect(
      await verifyMessage({
        address: mine.ethereum as `0x${string}`,
        message: 'Hello from the main job',
        signature,
      }),
    ).toBe(true)
  })

  await test.step('typed data verifies', async () => {
    const well = page.getByTestId('sign-typed-data')
    await well.getByRole('button', { name: 'Sign typed data' }).click()
    await readAndPress(page, 'Sign')
    const signature = (await well.getByTestId('signature').innerText()) as `0x${string}`
    expect(
      await verifyTypedData({ ...typedOrder, address: mine.ethereum as `0x${string}`, signature }),
    ).toBe(true)
  })

  await test.step('a Solana message verifies', async () => {
    await expect(page.getByRole('dialog')).toBeHidden()
    const form = page.getByTestId('sign-solana-message')
    await form.getByRole('textbox').fill('Hello Solana')
    await form.getByRole('button', { name: 'Sign message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
    const signature = await form.getByTestId('signature').innerText()
    expect(await verifySolanaMessage(mine.solana, 'Hello Solana', signature)).toBe(true)
  })

  await test.step('an Ethereum transfer is mined', async () => {
    const recipient = '0x00000000000000000000000000000000000A11cE'
    const before = await chain.getBalance({ address: recipient })
    await expect(page.getByRole('dialog')).toBeHidden()
    await page
      .getByTestId('ethereum-wallet')
      .getByRole('button', { name: 'Get test funds' })
      .click()
    await expect(page.getByTestId('ethereum-balance')).toHaveText(/^10(\.0*)? ETH$/)
    const form = page.getByTestId('send-ether')
    await form.getByLabel('Recipient').fill(recipient)
    await form.getByLabel('Amount').fill('1.5')
    await form.getByRole('button', { name: 'Send ETH' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    const hash = (await form.getByTestId('hash').innerText()) as `0x${string}`
    const receipt = await chain.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(receipt.from.toLowerCase()).toBe(mine.ethereum.toLowerCase())
    expect((await chain.getBalance({ address: recipient })) - before).toBe(
      1_500_000_000_000_000_000n,
    )
    await closeReceipt(page)
  })

  await test.step('a SOL transfer is confirmed', async () => {
    const recipient = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
    const before = await solBalance(recipient)
    await page.getByTestId('solana-wallet').getByRole('button', { name: 'Get test funds' }).click()
    await expect(page.getByTestId('solana-balance')).toHaveText(/^5(\.0*)? SOL$/)
    const form = page.getByTestId('send-sol')
    await form.getByLabel('Recipient').fill(recipient)
    await form.getByLabel('Amount').fill('0.25')
    await form.getByRole('button', { name: 'Send SOL' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(form.getByTestId('hash')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
    await expect.poll(async () => (await solBalance(recipient)) - before).toBe(250_000_000n)
    await closeReceipt(page)
  })

  await test.step('the user object lists both wallets', async () => {
    await expect(page.getByTestId('user')).toContainText(mine.ethereum)
    await expect(page.getByTestId('user')).toContainText(mine.solana)
  })

  await test.step('the session and the wallets survive a reload', async () => {
    await page.reload()
    expect(await wallets(page)).toEqual(mine)
  })

  await test.step('a second browser has the same wallets and signs', async () => {
    const other = await browser.newContext()
    const otherNoise = watchNoise(other)
    const otherPage = await other.newPage()
    expect(await signIn(otherPage, address)).toEqual(mine)
    await signAndVerify(otherPage, mine.ethereum)
    expect(otherNoise).toEqual([])
    await other.close()
  })

  await test.step('after the first browser’s storage is cleared, a login restores the wallets', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    const cdp = await context.newCDPSession(page)
    for (const origin of [dev.demoUrl, dev.authUrl]) {
      await cdp.send('Storage.clearDataForOrigin', {
        origin: new URL(origin).origin,
        storageTypes: 'all',
      })
    }
    expect(await signIn(page, address)).toEqual(mine)
    await signAndVerify(page, mine.ethereum)
  })

  expect(noise).toEqual([])
  await context.close()
})

/** The receipt says that the chain took it, and stays until the person is done with it. */
async function closeReceipt(page: import('@playwright/test').Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

async function signAndVerify(
  page: import('@playwright/test').Page,
  ethereum: string,
): Promise<void> {
  const form = page.getByTestId('sign-message')
  await form.getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  const message = await form.getByRole('textbox').inputValue()
  const signature = (await form.getByTestId('signature').innerText()) as `0x${string}`
  expect(await verifyMessage({ address: ethereum as `0x${string}`, message, signature })).toBe(true)
}
