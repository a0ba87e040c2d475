import { expect, type Page, test } from '@playwright/test'
import { watchNoise } from '../person.js'
import { writeApp } from './apps.js'
import { approve, fund, runScripts, serveApp, signInAt } from './example.js'
import type { PackageManager } from './install.js'

const chains = { viem: '2.44.4', '@solana/kit': '6.9.0' }
const bundlers = ['webpack', 'parcel', 'esbuild']

test('webpack, Parcel and esbuild build an app without chain libraries, and it logs in', async ({
  context,
}) => {
  const folder = await runScripts(writeApp('plain', {}), { name: 'plain', scripts: bundlers })
  for (const bundler of bundlers) {
    const app = await serveApp(folder, ['node', 'server.js', bundler])
    try {
      const noise = watchNoise(context)
      const page = await context.newPage()
      await signInAt(page, app.url)
      await expect(page.locator('#address')).toHaveText(/^0x/)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('npm install viem')).toBeVisible()
      await page.close()
      expect(noise).toEqual([])
    } finally {
      await app.stop()
    }
  }
})

test('with chain libraries the apps of webpack, Parcel and esbuild send a transaction', async ({
  context,
}) => {
  const source = writeApp('plain', { dependencies: chains })
  const folder = await runScripts(source, { name: 'plain-chains', scripts: bundlers })
  for (const bundler of bundlers) {
    const app = await serveApp(folder, ['node', 'server.js', bundler])
    try {
      const page = await context.newPage()
      await signInAt(page, app.url)
      await send(page)
      await page.close()
    } finally {
      await app.stop()
    }
  }
})

test('an app of webpack that Yarn keeps in archives logs in', async ({ page }) => {
  const manager: PackageManager = 'yarn'
  const source = writeApp('plain', {})
  const folder = await runScripts(source, { name: 'plain-yarn', manager, scripts: ['webpack'] })
  const app = await serveApp(folder, ['node', 'server.js', 'webpack'])
  try {
    await signInAt(page, app.url)
    await expect(page.locator('#address')).toHaveText(/^0x/)
  } finally {
    await app.stop()
  }
})

test('`require` finds the packages', async () => {
  await runScripts(writeApp('commonjs', {}), { name: 'commonjs', scripts: ['build'] })
})

async function send(page: Page): Promise<void> {
  await expect(page.locator('#address')).toHaveText(/^0x/)
  await fund('ethereum', await page.locator('#address').innerText())
  await page.getByRole('button', { name: 'Send' }).click()
  await approve(page, 'Approve')
  await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{64}$/)
}
