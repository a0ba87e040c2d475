import type { Page } from '@playwright/test'
import { codeFor, codesOf, dev } from './person.js'

/** Gives a wallet some ether of the local chain. */
export async function fundEther(address: string): Promise<void> {
  await fetch(`${dev.dashboardUrl}/faucet/ethereum`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
}

/** Goes on from the code of a program and logs in on its page. */
export async function logInForProgram(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  const seen = (await codesOf(address)).length
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Six-digit code').fill(await codeFor(address, seen))
  await page.getByRole('button', { name: 'Log in' }).click()
}
