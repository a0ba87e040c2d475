import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test'
import { frameEvents } from '@sallyport/contract'
import { openBareHost, serveHost, signInByApi } from './bare-host.js'
import { dev } from './person.js'

/*
 * A page that means harm, around a real frame in a real browser. Every test ends with the same question: was anything
 * answered that should not be, and does the frame still serve who asks properly?
 */

type Host = Awaited<ReturnType<typeof serveHost>>
type Heard = { data: unknown; origin: string }

const authOrigin = new URL(dev.authUrl).origin
const framePath = `${dev.authUrl}/apps/${dev.appId}/embedded-wallets`
let host: Host
/** Every page of a test, listening for whatever is said. */
let context: BrowserContext
let noise: string[]

test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext()
  noise = []
  await context.addInitScript(() => {
    const heard: { data: unknown; origin: string }[] = []
    Object.assign(window, { heard })
    window.addEventListener('message', ({ data, origin }) => heard.push({ data, origin }))
  })
  context.on('console', (message) => {
    // What the browser reports of refused loads is its own.
    if (message.text().startsWith('Failed to load resource')) return
    if (message.location().url.startsWith(authOrigin)) noise.push(message.text())
  })
})
test.afterEach(async () => {
  // The frame says nothing to the console, whatever it is told.
  expect(noise).toEqual([])
  await context.close()
})

/** What a window has been told by the frame's origin. */
const heardFromFrame = async (where: Page | Frame) =>
  (await where.evaluate(() => (window as unknown as { heard: Heard[] }).heard)).filter(
    ({ origin }) => origin === authOrigin,
  )

const ready = (id: string) => ({ id, event: 'privy:iframe:ready', data: {} })

async function expectServing(page: Awaited<ReturnType<typeof openBareHost>>): Promise<void> {
  expect((await page.ask('privy:iframe:ready', {})).data).toEqual({})
}

test('IFR-02: siblings, nested frames and popups of the page get no answer', async () => {
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
      { message: ready('from-elsewhere'), target: authOrigin },
    )
  }
  await expectServing(page)

  for (const where of [sibling, nested, popup]) expect(await heardFromFrame(where)).toEqual([])
  expect(JSON.stringify(await heardFromFrame(page.page))).not.toContain('from-elsewhere')
})

test('IFR-02: only the calling page gets an answer', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const sibling = await addFrame(page.page, `${host.url}?sibling`)

  const created = await page.ask('privy:wallet:create', { accessToken: token })

  expect(created.data?.address).toMatch(/^0x/)
  expect(await heardFromFrame(sibling)).toEqual([])
  expect(await heardFromFrame(page.page)).toHaveLength(1)
})

test('IFR-04: an allowed page inside a page that is not allowed gets no frame', async () => {
  const listed = await serveHost(`<iframe src="${framePath}"></iframe>`)
  const evil = await serveHost(`<iframe src="${listed.url}"></iframe>`, '[::1]')
  await expectBlocked(await open(evil.url))
  listed.close()
  evil.close()
})

test('IFR-01 ORI-04: neither an opaque origin nor a data: URL can embed the frame', async () => {
  const inner = `<iframe src='${framePath}'></iframe>`
  for (const attributes of [
    `sandbox="allow-scripts" srcdoc="${inner}"`,
    `src="data:text/html,${encodeURIComponent(inner)}"`,
  ]) {
    const evil = await serveHost(`<iframe ${attributes}></iframe>`)
    await expectBlocked(await open(evil.url))
    evil.close()
  }
})

test('IFR-19: a frame sandboxed to an opaque origin runs no script and creates no wallet', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const { data } = await page.ask('privy:wallet:create', { accessToken: token })

  await askIn(page.page, { sandbox: 'allow-scripts' }, token)

  await expect.poll(() => noise.join()).toContain('blocked by CORS policy')
  noise = []
  expect(await heardFromFrame(page.page)).toHaveLength(1)
  await expectOneWallet(page, { token, address: String(data?.address) })
})

test('IFR-19: a credentialless frame, which has no cookies, asks for a login and creates no other wallet', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const { data } = await page.ask('privy:wallet:create', { accessToken: token })

  await askIn(page.page, { credentialless: '' }, token)

  await expect.poll(async () => (await heardFromFrame(page.page)).length).toBe(2)
  const [, odd] = await heardFromFrame(page.page)
  expect(odd?.data).toMatchObject({ id: 'odd', error: { type: 'login_required' } })
  await expectOneWallet(page, { token, address: String(data?.address) })
})

test('IFR-03: messages before the frame is ready are lost or answered once', async () => {
  const page = await context.newPage()
  await page.goto(host.url)
  await page.evaluate(
    ({ src, target }) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
      let sent = 0
      const timer = setInterval(() => {
        // Until it has loaded the window is the page's own and gets none of this.
        const message = { id: `early-${sent++}`, event: 'privy:iframe:ready', data: {} }
        frame.contentWindow?.postMessage(message, target)
        if (sent > 200) clearInterval(timer)
      }, 2)
      return new Promise((resolve) => frame.addEventListener('load', resolve))
    },
    { src: framePath, target: authOrigin },
  )
  await expect.poll(async () => (await heardFromFrame(page)).length).toBeGreaterThan(0)

  const ids = (await heardFromFrame(page)).map(({ data }) => (data as { id: string }).id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('IFR-03: the frame still answers after a flood of copies, replays and reordered ids', async () => {
  const page = await openBareHost(context, host.url)

  await page.page.evaluate(
    ({ target, events }) => {
      const frame = (document.getElementById('wallet') as HTMLIFrameElement).contentWindow
      for (let n = 0; n < 2_000; n++) {
        const id = `flood-${(n * 7919) % 500}`
        const data = { accessToken: 'a.b.c', chainType: 'ethereum', hdWalletIndex: n }
        const message = { id, event: events[n % events.length], data }
        frame?.postMessage(n % 2 ? message : JSON.stringify(message), target)
      }
    },
    { target: authOrigin, events: Object.keys(frameEvents) },
  )

  await expectServing(page)
  const heard = await heardFromFrame(page.page)
  expect(heard.length).toBeLessThanOrEqual(2_001)
  for (const { data } of heard) {
    const answer = data as { id: string; error?: unknown }
    expect(answer.id).toMatch(/^(flood|id)-/)
    expect(JSON.stringify(answer).length).toBeLessThan(400)
  }
})

test('IFR-03 IFR-06: huge, deep, poisoned and transferred values are refused or ignored', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)

  await page.page.evaluate((target) => {
    const frame = (document.getElementById('wallet') as HTMLIFrameElement).contentWindow
    const post = (message: unknown, transfer: Transferable[] = []) =>
      frame?.postMessage(message, target, transfer)
    const event = 'privy:iframe:ready'
    const { port1, port2 } = new MessageChannel()
    Object.assign(window, { kept: port1 })
    port1.onmessage = ({ data }) => post({ id: 'by-port', event, data })
    post({ id: 'port', event, data: { port: port2 } }, [port2])
    const buffer = new ArrayBuffer(8)
    post({ id: 'buffer', event, data: { buffer } }, [buffer])
    post({ id: 'stream', event, data: { rest: new Blob(['x'.repeat(1e6)]) } })
    post({ id: 'huge', event, data: { text: 'x'.repeat(2 ** 26) } })
    post(`{"id":"huge-text","event":"${event}","data":{"text":"${'x'.repeat(2 ** 26)}"}}`)
    post('['.repeat(2 ** 20))
    post(
      `{"id":"poison","event":"${event}","__proto__":{"event":"x"},"data":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
    )
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      post({ id: `method-${name}`, event: name, data: {} })
    }
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    post({ id: 'cyclic', event, data: cyclic })
  }, authOrigin)

  const created = await page.ask('privy:wallet:create', { accessToken: token })
  expect(created.data?.address).toMatch(/^0x/)
  const heard = (await heardFromFrame(page.page)).map(
    ({ data }) => data as { id: string; error?: { type: string } },
  )
  const refused = heard.filter(({ error }) => error?.type === 'invalid_request_arguments')
  expect(refused.map(({ id }) => id).sort()).toEqual(
    [
      ...['buffer', 'cyclic', 'huge', 'method-__proto__', 'method-constructor'],
      ...['method-hasOwnProperty', 'method-toString', 'port', 'stream'],
    ].sort(),
  )
  const frame = frameOf(page.page)
  expect(await frame.evaluate(() => 'polluted' in {})).toBe(false)
})

test('IFR-03: a frame that reloads during the creation of a wallet ends with one wallet', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  await page.page.evaluate(
    ({ message, target }) => {
      const frame = document.getElementById('wallet') as HTMLIFrameElement
      frame.contentWindow?.postMessage(message, target)
    },
    {
      message: { id: 'cut', event: 'privy:wallet:create', data: { accessToken: token } },
      target: authOrigin,
    },
  )
  await page.page.waitForRequest((request) => request.url().includes('/embedded_wallets'))
  await page.page.evaluate((src) => {
    const frame = document.getElementById('wallet') as HTMLIFrameElement
    frame.src = src
    return new Promise((resolve) => frame.addEventListener('load', resolve))
  }, `${framePath}?again`)

  const { data } = await page.ask('privy:wallet:create', { accessToken: token })
  await expectOneWallet(page, { token, address: String(data?.address) })
})

test('IFR-10 IFR-11: nothing in the frame can be clicked, seen or typed into', async () => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  await page.ask('privy:wallet:create', { accessToken: token })
  // The frame loads the code of its chains ahead of their first use.
  await page.page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.page.on('request', (request) => calls.push(request.url()))
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

test('IFR-12 IFR-14 IFR-16: the page cannot access anything in the frame', async () => {
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

test('ORI-02 ORI-04 ORI-07 ORI-12: the API refuses pages of other origins', async () => {
  const { token } = await signInByApi()
  const evil = await serveHost(
    '<iframe sandbox="allow-scripts" srcdoc="<p>opaque</p>"></iframe>',
    '[::1]',
  )
  const page = await open(evil.url)
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

async function open(url: string): Promise<Page> {
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

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(framePath))
  if (!frame) throw new Error('The page has no wallet frame')
  return frame
}

/** Every frame below that was to be the wallet's is Chromium's error page. */
async function expectBlocked(page: Page): Promise<void> {
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
  noise = noise.filter((line) => !line.includes('frame-ancestors'))
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

async function expectOneWallet(
  page: Awaited<ReturnType<typeof openBareHost>>,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const me = await fetch(`${dev.authUrl}/api/v1/users/me`, {
    headers: { 'privy-app-id': dev.appId, authorization: `Bearer ${token}` },
  })
  const { user } = await me.json()
  const wallets = user.linked_accounts.filter(({ type }: { type: string }) => type === 'wallet')
  expect(wallets.map((wallet: { address: string }) => wallet.address)).toEqual([address])
  const request = { method: 'personal_sign', params: ['still here', address] }
  const signed = await page.ask('privy:wallet:rpc', { accessToken: token, address, request })
  expect(JSON.stringify(signed.data)).toMatch(/0x[0-9a-f]{130}/)
}
