import { expect, type Locator, type Page } from '@playwright/test'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { createPublicClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { dev } from './person.js'

const node = createPublicClient({ transport: http(dev.evmRpcUrl) })
/** Wei of an address on the local Ethereum chain. */
export const etherOf = (address: string) => node.getBalance({ address: address as `0x${string}` })
/** What the demo recommends. */
export const wanted = 20_000_000_000_000_000n // 0.02 ETH
export const wantedSol = 500_000_000n // 0.5 SOL

async function askSolana(method: string, params: unknown[]) {
  const response = await fetch(dev.solanaRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result } = await response.json()
  return result
}

/** Lamports of an address on the local Solana chain. */
export async function solOf(address: string): Promise<bigint> {
  return BigInt((await askSolana('getBalance', [address])).value)
}

/** Units of USDC, which has 6 decimals, of an address on the local chain of its kind. */
export async function usdcOf(address: string): Promise<bigint> {
  if (address.startsWith('0x')) {
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const args = [address as `0x${string}`] as const
    return node.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
  }
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const params = [address, { mint }, { encoding: 'jsonParsed' }]
  const { value } = await askSolana('getTokenAccountsByOwner', params)
  return BigInt(value[0]?.account.data.parsed.info.tokenAmount.amount ?? 0)
}

/** Test funds from the sandbox. */
export async function drip(chain: 'ethereum' | 'solana' | 'usdc', address: string): Promise<void> {
  const response = await fetch(`${dev.dashboardUrl}/faucet/${chain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dev.demoUrl },
    body: JSON.stringify({ address }),
  })
  expect(response.status).toBe(200)
}

export const dialogOf = (page: Page) => page.getByRole('dialog')

/** Opens the choice how to add funds. */
export async function openFunding(
  page: Page,
  chain: 'Ethereum' | 'Solana' = 'Ethereum',
  what: 'funds' | 'USDC' = 'funds',
): Promise<Locator> {
  await page.getByRole('button', { name: `Add ${what} on ${chain}` }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Add funds')
  return dialog
}

/** Chooses a seller, goes on with the recommended amount, and gives the seller's window. */
export async function buy(page: Page, row: RegExp, seller: string): Promise<Page> {
  const dialog = await openFunding(page)
  await dialog.getByRole('button', { name: row }).click()
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: `Continue to ${seller}` }).click()
  const popup = await opening
  await expect(popup.getByRole('heading')).toHaveText(`Buy with ${seller}`)
  return popup
}

/** The title of the screen. */
export const title = (page: Page) => dialogOf(page).getByRole('heading', { level: 2 })

/** The address that the test wallet pays from. Other wallets of the page announce themselves too, so it is not asked for one. */
export async function testWallet(page: Page, chain: 'Ethereum' | 'Solana'): Promise<string> {
  const keys = await page.evaluate(() => JSON.parse(localStorage.getItem('wallet-double') ?? '{}'))
  if (chain === 'Ethereum') return privateKeyToAccount(`0x${keys.ethereumKeys[0]}`).address
  const bytes = Uint8Array.from(Buffer.from(keys.solanaKeys[0], 'hex'))
  return (await createKeyPairSignerFromPrivateKeyBytes(bytes)).address
}

/** Connects the test wallet of a chain in the funding screens, and gives its address. */
export async function connectSource(dialog: Locator, chain: 'Ethereum' | 'Solana') {
  await dialog.getByRole('button', { name: /Another wallet/ }).click()
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await dialog
    .getByRole('button', { name: new RegExp(`Test Wallet.*${chain}`) })
    .first()
    .click()
}
