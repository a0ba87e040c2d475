import { expect, test } from '@playwright/test'
import { watchNoise } from '../person.js'
import { solBalance, verifySolanaMessage } from '../verify.js'
import { approve, fund, type Running, runExample, signInAt } from './example.js'

let example: Running
test.beforeAll(async () => {
  example = await runExample('solana-kit', ['vite', 'preview', '--port', '{port}', '--strictPort'])
})
test.afterAll(() => example?.stop())

test('the Wallet Standard finds the embedded wallet, and kit signs and sends with it', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  await page.goto(example.url)
  await expect(page.locator('#found')).toHaveText('no wallet')
  await signInAt(page, example.url)

  await expect(page.locator('#address')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const address = await page.locator('#address').innerText()

  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page, 'Sign')
  await expect(page.locator('#signature')).toHaveText(/./)
  const signature = await page.locator('#signature').innerText()
  expect(await verifySolanaMessage(address, 'Hello from kit', signature)).toBe(true)

  await fund('solana', address)
  const recipient = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
  const before = await solBalance(recipient)
  await page.getByRole('button', { name: 'Send SOL' }).click()
  await approve(page, 'Approve')
  await expect(page.locator('#hash')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
  await expect.poll(async () => (await solBalance(recipient)) - before).toBe(250_000_000n)

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('#found')).toHaveText('no wallet')
  expect(noise).toEqual([])
})
