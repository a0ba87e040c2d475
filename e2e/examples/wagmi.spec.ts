import { expect, test } from '@playwright/test'
import { createPublicClient, http, verifyMessage } from 'viem'
import { dev, watchNoise } from '../person.js'
import { approve, fund, type Running, runExample, signInAt } from './example.js'

let example: Running
test.beforeAll(async () => {
  test.setTimeout(240_000)
  example = await runExample('wagmi', ['vite', 'preview', '--port', '{port}', '--strictPort'])
})
test.afterAll(() => example?.stop())

test('wagmi finds the embedded wallet, signs, gets a rejection, sends, and loses the wallet at logout', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  await signInAt(page, example.url)

  await page.getByRole('button', { name: 'Connect Sallyport' }).click()
  await expect(page.locator('#address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  const address = (await page.locator('#address').innerText()) as `0x${string}`

  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page, 'Sign')
  await expect(page.locator('#signature')).toHaveText(/^0x/)
  const signature = (await page.locator('#signature').innerText()) as `0x${string}`
  expect(await verifyMessage({ address, message: 'Hello from wagmi', signature })).toBe(true)

  await page.getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.locator('#refusal')).toHaveText('UserRejectedRequestError')
  await expect(page.getByRole('dialog')).toBeHidden()

  await fund('ethereum', address)
  await page.getByRole('button', { name: 'Send ETH' }).click()
  await approve(page, 'Approve')
  await expect(page.locator('#status')).toHaveText('success')
  const hash = (await page.locator('#hash').innerText()) as `0x${string}`
  const chain = createPublicClient({ transport: http(dev.evmRpcUrl) })
  const receipt = await chain.getTransactionReceipt({ hash })
  expect(receipt.from.toLowerCase()).toBe(address.toLowerCase())

  await page.getByRole('button', { name: 'Log out' }).click()
  await signInAt(page, example.url)
  await expect(page.locator('#address')).toBeHidden()
  await page.getByRole('button', { name: 'Connect Sallyport' }).click()
  await expect(page.locator('#address')).not.toHaveText(address)
  expect(noise).toEqual([])
})
