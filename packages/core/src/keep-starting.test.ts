import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAppId } from './test-kit/server.js'
import { cleanUp, setup } from './test-kit/setup.js'

const configKey = `GET /api/v1/apps/${testAppId}`
const meKey = 'GET /api/v1/users/me'
const unavailable = { status: 503, body: 'upstream' }

/** A page that is shown or not. */
class Page extends EventTarget {
  visibilityState = 'visible'
  cookie = ''
  show(visibilityState: 'visible' | 'hidden') {
    this.visibilityState = visibilityState
    this.dispatchEvent(new Event('visibilitychange'))
  }
}
let page: Page
beforeEach(() => {
  page = new Page()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'app.example' })
})
afterEach(async () => {
  await cleanUp()
  vi.unstubAllGlobals()
})

/** A page of a logged-in user that is loaded while the server restarts. */
async function loadedWhileAway() {
  const kit = await setup()
  await kit.signedIn()
  const away = () => {
    for (const key of [configKey, meKey]) kit.server.failNext(key, unavailable, unavailable)
  }
  away()
  const client = kit.tab()
  const start = client.start()
  await start
  await vi.waitFor(() => expect(client.kept.has('again')).toBe(true))
  /** Lets the longest pause be over. */
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    kit.clock.advance(80_000)
  }
  return { ...kit, client, away, pause }
}

test('a page that starts while the server is away becomes logged in by itself', async () => {
  const { client, pause, server } = await loadedWhileAway()
  expect(client.state).toMatchObject({ status: 'degraded', reason: 'internal_error', user: null })

  await pause()

  await vi.waitFor(() => expect(client.state.status).toBe('ready'))
  expect(client.state.user?.email?.address).toBe('ada@example.com')
  expect(client.kept.has('again')).toBe(false)
  expect(server.count(configKey)).toBe(4)
})

test('it tries again for as long as the server is away', async () => {
  const { client, away, pause, server } = await loadedWhileAway()
  away()
  await pause()
  await vi.waitFor(() => expect(server.count(configKey)).toBe(5))
  expect(client.state.user).toBeNull()

  await vi.waitFor(async () => {
    await pause()
    expect(client.state.status).toBe('ready')
  })
  expect(client.state.user).not.toBeNull()
})

test('it tries at once when it is shown again, and not while it is hidden', async () => {
  const { client, pause, server } = await loadedWhileAway()
  page.visibilityState = 'hidden'
  await pause()
  await pause()
  expect(server.count(configKey)).toBe(3)

  page.show('visible')

  await vi.waitFor(() => expect(client.state.status).toBe('ready'))
})

test('error: a client that was destroyed does not start again', async () => {
  const { client, pause, server } = await loadedWhileAway()
  client.destroy()
  await pause()
  await pause()
  expect(server.count(configKey)).toBe(3)
})

test('error: an app that is refused is not asked for again by time', async () => {
  const { tab, server, clock, warnings } = await setup()
  server.failNext(configKey, { status: 403, body: { error: 'No', code: 'invalid_origin' } })
  const client = tab()
  await client.start()
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
  clock.advance(80_000)
  expect(server.count(configKey)).toBe(1)

  page.show('visible')
  await vi.waitFor(() => expect(client.state.status).toBe('ready'))
})
