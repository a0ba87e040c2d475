import { expect } from '@playwright/test'
import { frameEvents } from '@sallyport/contract'
import { openBareHost, signInByApi } from './bare-host.js'
import {
  authOrigin,
  expectOneWallet,
  expectServing,
  frameOf,
  framePath,
  heardFromFrame,
  test,
} from './hostile-host.js'

/* Messages of a page that means harm, to a real frame in a real browser; the page itself is in hostile-page.spec.ts. */

test('IFR-03: messages before the frame is ready are lost or answered once', async ({
  context,
  host,
}) => {
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

test('IFR-03: the frame still answers after a flood of copies, replays and reordered ids', async ({
  context,
  host,
}) => {
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

test('IFR-03 IFR-06: huge, deep, poisoned and transferred values are refused or ignored', async ({
  context,
  host,
}) => {
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

test('IFR-03: a frame that reloads during the creation of a wallet ends with one wallet', async ({
  context,
  host,
}) => {
  const { token } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const asked = page.page.waitForRequest((request) => request.url().includes('/embedded_wallets'))
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
  await asked
  await page.page.evaluate((src) => {
    const frame = document.getElementById('wallet') as HTMLIFrameElement
    frame.src = src
    return new Promise((resolve) => frame.addEventListener('load', resolve))
  }, `${framePath}?again`)

  const { data } = await page.ask('privy:wallet:create', { accessToken: token })
  await expectOneWallet(page, { token, address: String(data?.address) })
})
