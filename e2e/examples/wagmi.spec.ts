import { type BrowserContext, expect, test } from '@playwright/test'
import { createPublicClient, type Hex, http, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { dev, watchNoise } from '../person.js'
import { approve, fund, type Running, runExample, signInAt } from './example.js'

let example: Running
test.beforeAll(async () => {
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

  await test.step('two calls in one request are approved one by one (EIP-5792)', async () => {
    await expect(page.locator('#atomic')).toHaveText('unsupported')
    await page.getByRole('button', { name: 'Send both or none' }).click()
    await expect(page.locator('#calls-refusal')).toHaveText('AtomicityNotSupportedError')
    await page.getByRole('button', { name: 'Send two calls' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    // The second call's screen follows.
    await approve(page, 'Approve')
    await expect(page.locator('#calls')).toHaveText('success 2')
  })

  await page.getByRole('button', { name: 'Log out' }).click()
  await signInAt(page, example.url)
  await expect(page.locator('#address')).toBeHidden()
  await page.getByRole('button', { name: 'Connect Sallyport' }).click()
  await expect(page.locator('#address')).not.toHaveText(address)
  expect(noise).toEqual([])
})

test('an external wallet that logs in to Sallyport signs through wagmi', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const address = await installOutsideWallet(context)
  await page.goto(example.url)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Outside Wallet/ })
    .click()

  await page.getByRole('button', { name: 'Use Outside Wallet' }).click()
  await expect(page.locator('#address')).toHaveText(address)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.locator('#signature')).toHaveText(/^0x/)
  const signature = (await page.locator('#signature').innerText()) as Hex // just matched
  expect(await verifyMessage({ address, message: 'Hello from wagmi', signature })).toBe(true)
  expect(noise).toEqual([])
})

/** Announces a wallet by EIP-6963 whose key is in the test; gives its address. */
async function installOutsideWallet(context: BrowserContext): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey())
  await context.exposeFunction('signOutside', (raw: Hex) =>
    account.signMessage({ message: { raw } }),
  )
  await context.addInitScript((address) => {
    if (window !== window.top) return
    const { signOutside } = window as unknown as { signOutside(raw: string): Promise<string> } // exposed above
    let accounts: string[] = []
    const answers: Record<string, (params: string[]) => unknown> = {
      eth_accounts: () => accounts,
      eth_requestAccounts: () => {
        accounts = [address]
        return accounts
      },
      eth_chainId: () => '0x7a69',
      personal_sign: ([message = '']) => signOutside(message),
    }
    const provider = {
      request: async ({ method, params }: { method: string; params?: string[] }) => {
        const answer = answers[method]
        if (!answer) throw Object.assign(new Error(method), { code: 4200 })
        return answer(params ?? [])
      },
      on: () => provider,
      removeListener: () => provider,
    }
    const info = {
      uuid: '0e8c1c2e-6d5b-4a55-9d6a-3d2a6c1f7b10',
      name: 'Outside Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'com.outside',
    }
    const detail = Object.freeze({ info, provider })
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, account.address)
  return account.address
}
