import { expect, type Page, test } from '@playwright/test'
import { watchNoise } from '../person.js'
import { writeApp } from './apps.js'
import { approve, fund, runApp, runScripts, serveApp, signInAt } from './example.js'
import type { PackageManager } from './install.js'

const chains = { viem: '2.44.4', '@solana/kit': '6.9.0' }
const bundlers = ['webpack', 'parcel', 'esbuild']

test('webpack, Parcel and esbuild build an app without chain libraries, and it logs in', async ({
  context,
}) => {
  test.setTimeout(600_000)
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
  test.setTimeout(600_000)
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
  test.setTimeout(600_000)
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
  test.setTimeout(240_000)
  await runScripts(writeApp('commonjs', {}), { name: 'commonjs', scripts: ['build'] })
})

for (const [script, libraries] of [
  ['build', {}],
  ['build:webpack', {}],
  ['build', chains],
] as const) {
  const named = Object.keys(libraries).length > 0 ? 'with viem' : 'without viem'
  test(`the files of the page on Next.js work as pasted: ${script}, ${named}`, async ({
    context,
    page,
  }) => {
    test.setTimeout(600_000)
    const source = writeApp('nextjs', { pages: ['docs/start/nextjs.md'], dependencies: libraries })
    const command = ['next', 'start', '--port', '{port}']
    const app = await runApp(source, { name: 'nextjs-app', command, scripts: [script] })
    try {
      const noise = watchNoise(context)
      await signInAt(page, app.url)
      await expect(page.getByRole('heading')).toHaveText(/^Logged in as did:/)
      const user = (await page.getByRole('heading').innerText()).replace('Logged in as ', '')
      await expect(page.getByRole('button')).toHaveText('Log out')

      // What the server renders before any script runs.
      const html = await (await page.request.get(app.url)).text()
      expect(html).toContain(`Logged in as ${user}`)
      expect(await (await page.request.get(`${app.url}api/me`)).json()).toEqual({ user })
      expect((await fetch(`${app.url}api/me`)).status).toBe(401)
      expect(noise).toEqual([])
    } finally {
      await app.stop()
    }
  })
}

async function send(page: Page): Promise<void> {
  await expect(page.locator('#address')).toHaveText(/^0x/)
  await fund('ethereum', await page.locator('#address').innerText())
  await page.getByRole('button', { name: 'Send' }).click()
  await approve(page, 'Approve')
  await expect(page.locator('output')).toHaveText(/^0x[0-9a-f]{64}$/)
}
