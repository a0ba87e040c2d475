import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { DevFile, InboxMessage } from '@sallyport/protocols/sandbox'
import { ownStack } from './stacks.js'

/** URLs of the stack under test. */
export const dev: DevFile = ownStack().dev

/** The messages to an address, the newest first. */
async function messagesTo(to: string): Promise<InboxMessage[]> {
  const answer = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  return answer.json()
}

/** The codes sent to `to`, the newest first. Notices arrive at any time and carry none. */
export async function codesOf(to: string): Promise<string[]> {
  return (await messagesTo(to)).flatMap(({ code }) => code ?? [])
}

/** Subjects of the mails that the recovery vault has sent to an address by itself. */
export async function subjectsFromVault(to: string): Promise<string[]> {
  const mails = await messagesTo(to)
  const isVaults = ({ from = '' }: InboxMessage) => from.includes('<vault@sallyport.localhost>')
  return mails.filter(isVaults).map(({ subject }) => subject)
}

/** Waits for more than `seen` codes to `to` and returns the newest one. */
export async function codeFor(to: string, seen = 0): Promise<string> {
  await expect
    .poll(async () => (await codesOf(to)).length, { timeout: 10_000 })
    .toBeGreaterThan(seen)
  const [newest] = await codesOf(to)
  if (newest === undefined) throw new Error('The inbox lost the code')
  return newest
}

/** Opens the demo, logs `address` in with the code from the inbox, and waits for both wallets. */
export async function signIn(
  page: Page,
  address: string,
): Promise<{ ethereum: string; solana: string }> {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  return logIn(page, address)
}

/** Completes the open login with the code from the inbox, and waits for both wallets. */
export async function logIn(
  page: Page,
  address: string,
): Promise<{ ethereum: string; solana: string }> {
  await proveEmail(page, address)
  return wallets(page)
}

/** Types the address and the code from the inbox into the login that is open. */
export async function proveEmail(page: Page, address: string): Promise<void> {
  const seen = (await codesOf(address)).length
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await codeFor(address, seen))
}

/** Waits for both wallets and returns the addresses that the demo shows. */
export async function wallets(page: Page): Promise<{ ethereum: string; solana: string }> {
  const ethereum = page.getByTestId('ethereum-address')
  const solana = page.getByTestId('solana-address')
  await expect(ethereum).toHaveText(/^0x[0-9a-fA-F]{40}$/, { timeout: 20_000 })
  await expect(solana).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { timeout: 20_000 })
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 10_000 })
  return { ethereum: await ethereum.innerText(), solana: await solana.innerText() }
}

/** The button that creates the wallet of a chain; only a user without one has it. */
export function createOf(page: Page, chain: string): Locator {
  return page.getByTestId(`${chain}-wallet`).getByRole('button', { name: 'Create wallet' })
}

/** Collects everything a page of the context complains about: console errors and warnings, uncaught errors. */
export function watchNoise(context: BrowserContext): string[] {
  const noise: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      noise.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => noise.push(`uncaught: ${error.error().message}`))
  return noise
}
