import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { dev, watchNoise } from '../person.js'
import { approve, fund, installApp, runApp, signInAt } from './example.js'
import { writeAppFrom } from './quickstart-app.js'

const preview = ['vite', 'preview', '--port', '{port}', '--strictPort']

test('the snippet of the README logs in as pasted', async ({ context, page }) => {
  const app = await runApp(writeAppFrom('README.md', {}), {
    name: 'readme-app',
    command: preview,
  })
  try {
    const noise = watchNoise(context)
    await signInAt(page, app.url)
    await expect(page.getByRole('button')).toHaveText(/^Log out did:/)
    expect(noise).toEqual([])
  } finally {
    await app.stop()
  }
})

test('the files of the quickstart log in, sign and send as pasted', async ({ context, page }) => {
  const chains = { viem: '2.57.1', '@solana/kit': '6.9.0' }
  const app = await runApp(writeAppFrom('docs/start/react-quickstart.md', chains), {
    name: 'quickstart-app',
    command: preview,
  })
  try {
    const noise = watchNoise(context)
    const email = await signInAt(page, app.url)
    await expect(page.getByText(`Logged in as ${email}`)).toBeVisible()
    await expect(page.getByText(/^Solana \w{32,44}$/)).toBeVisible()
    const line = await page.getByText(/^Ethereum 0x/).innerText()
    const address = line.replace('Ethereum ', '') as `0x${string}`

    await page.getByRole('button', { name: 'Sign message' }).click()
    await approve(page, 'Sign')
    await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{130}$/)
    const signature = (await page.locator('output').innerText()) as `0x${string}`
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

    await fund('ethereum', address)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await approve(page, 'Approve')
    await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{64}$/)
    expect(noise).toEqual([])
  } finally {
    await app.stop()
  }
})

test('the console tells the developer that the app id is unknown, and users read no developer words', async ({
  page,
}) => {
  const folder = writeAppFrom('README.md', {})
  const main = join(folder, 'src/main.tsx')
  writeFileSync(main, readFileSync(main, 'utf8').replace(dev.appId, 'x'.repeat(25)))
  const app = await runApp(folder, { name: 'unknown-app', command: preview })
  try {
    const lines: string[] = []
    page.on('console', (message) => lines.push(message.text()))
    await page.goto(app.url)
    await expect.poll(() => lines.filter((line) => line.startsWith('[Sallyport]'))).toHaveLength(1)
    expect(lines.find((line) => line.startsWith('[Sallyport]'))).toContain('has no app xxxxx')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('dialog')).not.toContainText(/app ?id|domain|CORS|apiUrl/i)
  } finally {
    await app.stop()
  }
})

test('an install with React and without chains takes at most 30 MB and 45 packages', async () => {
  const folder = await installApp(writeAppFrom('README.md', {}, { tools: {} }), {
    name: 'installed',
  })

  const { packages } = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  )
  expect(Object.keys(packages).length).toBeLessThanOrEqual(45)
  const modules = join(folder, 'node_modules')
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(modules, name)))
    .reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
  expect(bytes).toBeLessThanOrEqual(30_000_000)
})
