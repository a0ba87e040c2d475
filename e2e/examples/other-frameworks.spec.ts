import { expect, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { newAddress } from '../new-names.js'
import { codeFor, dev, watchNoise } from '../person.js'
import { writeApp } from './apps.js'
import { runApp } from './example.js'

for (const framework of ['vue', 'svelte']) {
  test(`the files of the page on other frameworks log in and sign as pasted: ${framework}`, async ({
    context,
    page,
  }) => {
    const source = writeApp(framework, { pages: ['docs/start/other-frameworks.md'] })
    const command = ['vite', 'preview', '--port', '{port}', '--strictPort']
    const app = await runApp(source, { name: framework, command })
    try {
      const noise = watchNoise(context)
      const address = newAddress()
      await page.goto(app.url)
      await page.getByLabel('Email').fill(address)
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByLabel('Code').fill(await codeFor(address))
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText(/^Logged in as did:/)).toBeVisible()
      const user = (await page.getByText(/^Logged in as /).innerText()).replace('Logged in as ', '')

      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(page.getByRole('status')).toHaveText(/^0x[0-9a-f]{130}$/)
      const signature = (await page.getByRole('status').innerText()) as `0x${string}` // just matched
      const wallet = await walletOf(user)
      expect(await verifyMessage({ address: wallet, message: 'Hello', signature })).toBe(true)

      await page.reload()
      await expect(page.getByText(/^Logged in as did:/)).toBeVisible()
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByLabel('Email')).toBeVisible()
      expect(noise).toEqual([])
    } finally {
      await app.stop()
    }
  })
}

/** The address of a user's Ethereum wallet, as the server tells the app's back end. */
async function walletOf(user: string): Promise<`0x${string}`> {
  const basic = Buffer.from(`${dev.appId}:${dev.appSecret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'privy-app-id': dev.appId }
  const answer = await fetch(`${dev.authUrl}/api/v1/users/${user}`, { headers })
  const { linked_accounts: accounts } = await answer.json()
  return accounts.find((each: { type: string }) => each.type === 'wallet')?.address
}
