import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type BrowserContext, expect, test } from '@playwright/test'
import { openBareHost, serveHost, signInByApi } from './bare-host.js'
import { dev } from './person.js'

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())

test('SUP-03: the page names every script of the frame by its hash', async () => {
  const files = new URL('../apps/frame/dist-page/assets/', import.meta.url)
  const hashOf = (file: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(new URL(file, files)))
      .digest('base64')}`
  const page = await (await fetch(`${dev.authUrl}/apps/${dev.appId}/embedded-wallets`)).text()

  const [, map = ''] = /<script type="importmap">([^<]+)</.exec(page) ?? []

  expect(JSON.parse(map).integrity).toEqual(
    Object.fromEntries(readdirSync(files).map((file) => [`/frame/assets/${file}`, hashOf(file)])),
  )
})

/** From now on every script that `name` matches comes with one more line, which says that it ran. */
async function alter(context: BrowserContext, name: RegExp) {
  const altered: string[] = []
  await context.route(
    (url) => url.pathname.startsWith('/frame/') && name.test(url.pathname),
    async (route) => {
      const response = await route.fetch()
      altered.push(new URL(response.url()).pathname)
      await route.fulfill({
        response,
        body: `${await response.text()}\nconsole.log('altered code ran')`,
      })
    },
  )
  return altered
}

/** What the pages of a context say on their consoles. */
function listen(context: BrowserContext): string[] {
  const lines: string[] = []
  context.on('console', (message) => lines.push(message.text()))
  return lines
}

for (const [what, name] of Object.entries({
  'first script': /\/index-/,
  'first script’s import': /\/schemas-/,
})) {
  test(`SUP-03: a frame whose ${what} was altered does not start`, async ({ browser }) => {
    const context = await browser.newContext()
    const said = listen(context)
    const altered = await alter(context, name)

    const { page } = await openBareHost(context, host.url)
    await expect.poll(() => said.join('\n')).toContain('integrity')
    const answers = await page.evaluate(async () => {
      const frame = document.getElementById('wallet') as HTMLIFrameElement
      const message = { id: 'id-1', event: 'privy:iframe:ready', data: {} }
      frame.contentWindow?.postMessage(message, new URL(frame.src).origin)
      // Two frames drawn: whatever listens has had its turn.
      for (let n = 0; n < 2; n++) await new Promise((drawn) => requestAnimationFrame(drawn))
      return window.answers
    })

    expect(altered).toHaveLength(1)
    expect(answers).toEqual([])
    expect(said.join('\n')).not.toContain('altered code ran')
    await context.close()
  })
}

for (const [what, name] of Object.entries({
  'of wallets': /\/wallets-/,
  'of a chain': /\/ethereum-/,
  'that both import': /\/hmac-/,
})) {
  test(`SUP-03: altered code ${what} creates no wallet, and the original code creates it`, async ({
    browser,
  }) => {
    const { token } = await signInByApi()
    const context = await browser.newContext()
    const said = listen(context)
    const altered = await alter(context, name)

    const frame = await openBareHost(context, host.url)
    const refused = await frame.ask('privy:wallet:create', { accessToken: token })

    expect(refused.data).toBeUndefined()
    expect(refused.error?.type).toBe('error')
    expect(said.join('\n')).toContain('integrity')
    expect(said.join('\n')).not.toContain('altered code ran')
    expect(altered.length).toBeGreaterThan(0)
    await context.close()

    // This browser's cache holds the altered file, as its sender asked.
    const other = await browser.newContext()
    const unaltered = await openBareHost(other, host.url)
    const made = await unaltered.ask('privy:wallet:create', { accessToken: token })
    expect(made.data?.address).toMatch(/^0x/)
    await other.close()
  })
}
