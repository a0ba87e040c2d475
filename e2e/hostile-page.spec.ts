import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test'
import { openBareHost, serveHost, signInByApi } from './bare-host.js'
import {
  authOrigin,
  expectOneWallet,
  expectServing,
  frameOf,
  framePath,
  heardFromFrame,
  test,
} from './hostile-host.js'
import { dev } from './person.js'

/*
 * A page that means harm, around a real frame in a real browser. Every test ends with the same question: was anything
 * answered that should not be, and does the frame still serve who asks properly? What such a page says is in
 * hostile-messages.spec.ts.
 */

test('IFR-02: siblings, nested frames and popups of the page get no answer', async ({
  context,
  host,
}) => {
  const page = await openBareHost(context, host.url)
  const sibling = await addFrame(page.page, `${host.url}?sibling`)
  const nested = await addFrame(sibling, `${host.url}?nested`)
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.page.evaluate((url) => void window.open(url), host.url),
  ])
  await popup.waitForLoadState()

  for (const where of [sibling, nested, popup]) {
    await where.evaluate(
      ({ message, target }) => {
        const embedding = window.opener ?? window.top
        embedding.frames[0].postMessage(message, target)
      },
      {
        message: { id: 'from-elsewhere', event: 'privy:iframe:ready', data: {} },
        target: authOrigin,
      },
    )
  }
  await expectServing(page)

  for (const where of [sibling, nested, popup]) expect(await heardFromFrame(where)).toEqual([])
  expect(JSON.stringify(await heardFromFrame(page.page))).not.toContain('from-elsewhere')
})

test('IFR-02: only the calling page gets an answer', async ({ context, host }) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const sibling = await addFrame(page.page, `${host.url}?sibling`)

  const created = await page.ask('privy:wallet:create', { accessToken: token })

  expect(created.data?.address).toMatch(/^0x/)
  expect(await heardFromFrame(sibling)).toEqual([])
  expect(await heardFromFrame(page.page)).toHaveLength(1)
})

test('IFR-04: an allowed page inside a page that is not allowed gets no frame', async ({
  context,
  noise,
}) => {
  const listed = await serveHost(`<iframe src="${framePath}"></iframe>`)
  const evil = await serveHost(`<iframe src="${listed.url}"></iframe>`, '[::1]')
  await expectBlocked(await open(context, evil.url), noise)
  listed.close()
  evil.close()
})

test('IFR-01 ORI-04: neither an opaque origin nor a data: URL can embed the frame', async ({
  context,
  noise,
}) => {
  const inner = `<iframe src='${framePath}'></iframe>`
  for (const attributes of [
    `sandbox="allow-scripts" srcdoc="${inner}"`,
    `src="data:text/html,${encodeURIComponent(inner)}"`,
  ]) {
    const evil = await serveHost(`<iframe ${attributes}></iframe>`)
    await expectBlocked(await open(context, evil.url), noise)
    evil.close()
  }
})

test('IFR-19: a frame sandboxed to an opaque origin runs no script and creates no wallet', async ({
  context,
  host,
  noise,
}) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const { data } = await page.ask('privy:wallet:create', { accessToken: token })

  await askIn(page.page, { sandbox: 'allow-scripts' }, token)

  await expect.poll(() => noise.join()).toContain('blocked by CORS policy')
  noise.length = 0
  expect(await heardFromFrame(page.page)).toHaveLength(1)
  await expectOneWallet(page, { token, address: String(data?.address) })
})

test('IFR-19: a credentialless frame, which has no cookies, asks for a login and creates no other wallet', async ({
  context,
  host,
}) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const { data } = await page.ask('privy:wallet:create', { accessToken: token })

  await askIn(page.page, { credentialless: '' }, token)

  await expect.poll(async () => (await heardFromFrame(page.page)).length).toBe(2)
  const [, odd] = await heardFromFrame(page.page)
  expect(odd?.data).toMatchObject({ id: 'odd', error: { type: 'login_required' } })
  await expectOneWallet(page, { token, address: String(data?.address) })
})

test('IFR-10 IFR-11: nothing in the frame can be clicked, seen or typed into', async ({
  context,
  host,
}) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  await page.ask('privy:wallet:create', { accessToken: token })
  const calls: string[] = []
  page.page.on('request', (request) => {
    // The frame loads the code of its chains ahead of their first use, when the browser is idle.
    if (!request.url().startsWith(`${authOrigin}/frame/assets/`)) calls.push(request.url())
  })
  await page.page.evaluate(() => {
    const frame = document.getElementById('wallet') as HTMLIFrameElement
    frame.style.cssText =
      'position:fixed;inset:0;width:600px;height:400px;opacity:.01;transform:scale(1.5)'
  })

  for (const [x, y] of [
    [10, 10],
    [300, 200],
    [590, 390],
    [450, 20],
    [20, 380],
  ] as const) {
    await page.page.mouse.click(x, y)
    await page.page.keyboard.press('Enter')
  }
  await expectServing(page)

  expect(calls).toEqual([])
  expect(await heardFromFrame(page.page)).toHaveLength(2)
  const controls = 'a,button,input,select,textarea,form,[tabindex],[contenteditable]'
  expect(await frameOf(page.page).locator(controls).count()).toBe(0)
})

test('IFR-12 IFR-14 IFR-16: the page cannot access anything in the frame', async ({
  context,
  host,
}) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  await page.ask('privy:wallet:create', { accessToken: token })

  const reached = await page.page.evaluate(async (target) => {
    const frame = document.getElementById('wallet') as HTMLIFrameElement
    const inner = frame.contentWindow as unknown as Record<string, unknown>
    const attempts: Record<string, () => unknown> = {
      document: () => inner.document,
      storage: () => inner.localStorage,
      databases: () => inner.indexedDB,
      crypto: () => inner.crypto,
      fetch: () => {
        inner.fetch = () => undefined
      },
      address: () => inner.location?.toString(),
      worker: () => navigator.serviceWorker.register(`${target}/frame/worker.js`),
      script: async () => {
        const answer = await fetch(`${target}/apps/x/embedded-wallets`)
        return answer.text()
      },
    }
    const names: string[] = []
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt()
        names.push(name)
      } catch {
        // As it must be.
      }
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return { names, document: frame.contentDocument, databases }
  }, authOrigin)

  expect(reached).toEqual({ names: [], document: null, databases: [] })
  const workers = await frameOf(page.page).evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  )
  expect(workers).toBe(0)
})

test('ORI-02 ORI-04 ORI-07 ORI-12: the API refuses pages of other origins', async ({ context }) => {
  const { token } = await signInByApi()
  const evil = await serveHost(
    '<iframe sandbox="allow-scripts" srcdoc="<p>opaque</p>"></iframe>',
    '[::1]',
  )
  const page = await open(context, evil.url)
  const opaque = page.frames().find((frame) => frame !== page.mainFrame())
  if (!opaque) throw new Error('The page has no frame')

  for (const where of [page.mainFrame(), opaque]) {
    const outcomes = await where.evaluate(
      async ({ api, appId, token }) => {
        const headers = { 'privy-app-id': appId, authorization: `Bearer ${token}` }
        const plain = { 'content-type': 'text/plain' }
        const read = (init: RequestInit, path: string) =>
          fetch(api + path, { credentials: 'include', ...init }).then(
            (response) => `${response.type} ${response.status}`,
            () => 'unreadable',
          )
        const body = '{"refresh_token":"x"}'
        return [
          await read({ headers }, '/users/me'),
          await read({ method: 'POST', headers, body: '{}' }, '/sessions/logout'),
          await read({ method: 'POST', mode: 'no-cors', headers: plain, body }, '/sessions/logout'),
          await read({ method: 'POST', mode: 'no-cors', body: new FormData() }, '/sessions'),
        ]
      },
      { api: `${dev.authUrl}/api/v1`, appId: dev.appId, token },
    )
    expect(outcomes).toEqual(['unreadable', 'unreadable', 'opaque 0', 'opaque 0'])
  }

  const me = await fetch(`${dev.authUrl}/api/v1/users/me`, {
    headers: { 'privy-app-id': dev.appId, authorization: `Bearer ${token}` },
  })
  expect(me.status).toBe(200)
  evil.close()
})

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function addFrame(where: Page | Frame, src: string): Promise<Frame> {
  const page = 'mainFrame' in where ? where : where.page()
  const [frame] = await Promise.all([
    page.waitForEvent('frameattached'),
    where.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
      return new Promise((resolve) => frame.addEventListener('load', resolve))
    }, src),
  ])
  return frame
}

/** Every frame below that was to be the wallet's is Chromium's error page. */
async function expectBlocked(page: Page, noise: string[]): Promise<void> {
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
  expect(
    page
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.startsWith(framePath)),
  ).toEqual([])
  // The browser's own report of the refusal.
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('frame-ancestors')))
}

/** Asks a second frame, with these attributes, for a wallet. */
async function askIn(page: Page, attributes: Record<string, string>, token: string): Promise<void> {
  await page.evaluate(
    ({ src, attributes, token }) => {
      const frame = document.createElement('iframe')
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
      frame.src = src
      document.body.append(frame)
      const message = { id: 'odd', event: 'privy:wallet:create', data: { accessToken: token } }
      return new Promise<void>((resolve) =>
        frame.addEventListener('load', () => {
          // An opaque origin can only be addressed by `*`.
          frame.contentWindow?.postMessage(message, '*')
          resolve()
        }),
      )
    },
    { src: `${framePath}?odd`, attributes, token },
  )
}
