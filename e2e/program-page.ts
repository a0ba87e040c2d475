import type { Browser, Page } from '@playwright/test'
import { authorize, type DeviceCode } from '@sallyport/node/device'
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

/** Whom the program pays. */
export const shop = `0x${'5b'.repeat(20)}`

/** A program that asks for 0.01 ether a day: the code that it shows, and the wallet that it gets. */
export async function askAsProgram(options: object = {}) {
  let shown: (code: DeviceCode) => void
  const code = new Promise<DeviceCode>((resolve) => {
    shown = resolve
  })
  const wallet = authorize({
    apiUrl: dev.authUrl,
    appId: dev.appId,
    name: 'Shopping agent',
    purpose: 'Buys groceries for you',
    choice: {
      pay: {
        ...{ chain_id: '31337', asset: 'native', most_per_day: '10000000000000000' },
        ...{ most_fees_per_day: '0', recipients: [shop] },
      },
      hours: 24,
    },
    onCode: (each) => shown(each),
    sleep: () => new Promise((resolve) => setTimeout(resolve, 5_100)),
    ...options,
  })
  // A test that ends early leaves it behind.
  wallet.catch(() => undefined)
  return { asked: await code, wallet }
}

/** A program that asks for 0.01 ether a day, and the page that it opens. */
export async function begin(browser: Browser, options: object = {}) {
  const { asked, wallet } = await askAsProgram(options)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(asked.verification_uri_complete)
  return { asked, wallet, page, context }
}
