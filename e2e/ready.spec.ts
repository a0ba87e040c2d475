import { createServer } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { storageKeys } from '@sallyport/contract'
import { serveHost, signInByApi } from './bare-host.js'
import { freePort } from './free-port.js'
import { dev } from './person.js'
import { bundleReadyPage } from './ready-page.js'

let script: string
test.beforeAll(async () => {
  script = await bundleReadyPage()
})

/** Opens a page whose kit talks to `apiUrl`; the state it saw first after `loading`, and when. */
async function openPage(page: Page, apiUrl: string, head = '') {
  const settings = JSON.stringify({ appId: dev.appId, apiUrl })
  const host = await serveHost(
    `${head}<div id="root"></div><script>var settings = ${settings}</script><script>${script}</script>`,
  )
  await page.goto(host.url)
  const settled = await page.waitForFunction(() => globalThis.settled, undefined, {
    timeout: 8_000,
  })
  const first = (await settled.jsonValue()) as Settled
  return { first, close: host.close }
}

/** The kit's state as `useSallyport` gives it. */
interface Settled {
  ready: boolean
  status: string
  reason: string | null
  afterMs: number
}
declare global {
  var settled: Settled | undefined
  var kit: { createWallet(): Promise<unknown>; authenticated: boolean } & Settled
}

/** A server that answers everything after `delayMs`, as any origin may read it. */
async function standIn(delayMs: number, status: number) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? '',
    )
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 200 ? '{"id":"app","name":"Slow"}' : '<h1>Bad gateway</h1>')
    }, delayMs)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    /** Method and path of every request, in order. */
    seen,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

for (const isPreloaded of [false, true]) {
  const how = isPreloaded ? 'as the documented line of HTML asked ahead' : 'by its script alone'
  test(`a page requests its app once, without a preflight, ${how}`, async ({ page }) => {
    const server = await standIn(0, 200)
    const path = `/api/v1/apps/${dev.appId}`
    const line = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${server.url}${path}">`
    const { first, close } = await openPage(page, server.url, isPreloaded ? line : '')

    expect(first).toMatchObject({ ready: true, status: 'ready', reason: null })
    // What the kit counts once it is ready is a call of its own.
    const ofStart = server.seen.filter((request) => !request.endsWith('/analytics_events'))
    expect(ofStart).toEqual([`GET ${path}`])
    expect(server.seen[0]).toBe(`GET ${path}`)
    close()
    server.close()
  })
}

test('with the auth origin down, the page is ready within 5 s and offline', async ({ page }) => {
  const { first, close } = await openPage(page, `http://localhost:${await freePort()}`)

  expect(first).toMatchObject({ ready: true, status: 'offline', reason: 'offline' })
  expect(first.afterMs).toBeLessThan(5_000)
  close()
})

test('with the auth origin slow (10 s), the page is ready within 5 s, and fully ready after the answer', async ({
  page,
}) => {
  const slow = await standIn(10_000, 200)
  const { first, close } = await openPage(page, slow.url)

  expect(first).toMatchObject({ ready: true, status: 'offline', reason: 'client_request_timeout' })
  expect(first.afterMs).toBeLessThan(5_000)
  await expect
    .poll(() => page.evaluate(() => globalThis.kit.status), { timeout: 10_000 })
    .toBe('ready')
  expect(await page.evaluate(() => globalThis.kit.reason)).toBeNull()
  close()
  slow.close()
})

test('with the auth origin answering 500, the page is ready within 5 s and degraded', async ({
  page,
}) => {
  const broken = await standIn(0, 500)
  const { first, close } = await openPage(page, broken.url)

  expect(first).toMatchObject({ ready: true, status: 'degraded', reason: 'internal_error' })
  expect(first.afterMs).toBeLessThan(5_000)
  close()
  broken.close()
})

test('with the frame blocked, a logged-in page is ready within 5 s; wallet requests fail with a code', async ({
  page,
}) => {
  const { token, refreshToken } = await signInByApi()
  await page.addInitScript(
    (stored) => {
      for (const [key, value] of stored) localStorage.setItem(key, JSON.stringify(value))
    },
    [
      [storageKeys.accessToken, token],
      [storageKeys.refreshToken, refreshToken],
    ] as const,
  )
  await page.route('**/embedded-wallets*', (route) => route.abort('blockedbyclient'))
  await page.clock.install()
  const { first, close } = await openPage(page, dev.authUrl)
  expect(first).toMatchObject({ ready: true, status: 'ready', reason: null })
  expect(first.afterMs).toBeLessThan(5_000)

  const refusal = page.evaluate(() =>
    globalThis.kit.createWallet().then(
      () => 'made',
      (error: { code: string }) => error.code,
    ),
  )
  // 270 greetings, 150 ms apart; the page's clock is moved instead of waiting.
  await page.clock.runFor(42_000)
  expect(await refusal).toBe('frame_unavailable')
  await expect
    .poll(() => page.evaluate(() => [globalThis.kit.status, globalThis.kit.reason]))
    .toEqual(['degraded', 'frame_unavailable'])
  expect(await page.evaluate(() => globalThis.kit.authenticated)).toBe(true)
  close()
})

test('when the modal’s code fails to load, the page keeps working and can retry', async ({
  page,
}) => {
  await page.goto(dev.demoUrl)
  const door = page.getByRole('button', { name: 'Log in', exact: true })
  await door.waitFor()
  await page.route('**/modal-root*', (route) => route.abort('internetdisconnected'))
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('modal-root'),
  )
  await door.click()
  await refused
  await expect(door).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.unroute('**/modal-root*')
  // Chromium remembers a module that failed for as long as the document lives.
  await page.reload()
  await door.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
