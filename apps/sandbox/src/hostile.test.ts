import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sallyport/testing/free-port'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createOriginServer } from './http/origin.js'
import { servePage } from './http/static.js'
import { Inbox } from './inbox/inbox.js'
import { inboxRoutes } from './inbox/routes.js'
import { startMailSink } from './inbox/smtp.js'
import { Ledger } from './solana/ledger.js'
import { createSolanaServer } from './solana/rpc-server.js'

/*
 * Any web page can reach the listeners of the sandbox. No input may end the process: an uncaught error would end this test
 * run too.
 */
const owner = '11111111111111111111111111111111'
const ledger = new Ledger({ nowMs: () => 1_800_000_000_000 })
const inbox = new Inbox({ nowMs: () => 0, changed: () => undefined })
const stops: (() => unknown)[] = []
const ports = { origin: 0, solana: 0, smtp: 0 }

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  writeFileSync(join(folder, 'index.html'), 'the page')
  stops.push(() => rmSync(folder, { recursive: true }))
  ports.origin = await freePort()
  const origin = createOriginServer({
    origin: `http://localhost:${ports.origin}`,
    routes: inboxRoutes(inbox, { path: '/inbox', openTo: [] }),
    page: servePage(folder),
  })
  const solana = createSolanaServer(ledger)
  await new Promise<void>((resolve) => origin.listen(ports.origin, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => solana.listen(0, '127.0.0.1', resolve))
  ports.solana = (solana.address() as AddressInfo).port
  const sink = await startMailSink({ port: 0, inbox, nowMs: () => 0 })
  ports.smtp = sink.port
  for (const server of [origin, solana])
    stops.push(
      () => server.closeAllConnections(),
      () => server.close(),
    )
  stops.push(() => sink.stop())
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const bytes = fc
  .sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), { numRuns: 40, seed: 7 })
  .map((one) => Buffer.from(one))
const paths = [
  '//',
  '///',
  '//[',
  '//a b',
  '/\\',
  '/%',
  '/%00',
  '/%2e%2e/',
  '/..%5c',
  '*',
  '',
  'http://[',
  'a:b',
  '//localhost:0/',
  '/?%',
  '/#',
  `/${'a'.repeat(5000)}`,
  `/${'../'.repeat(500)}`,
  '/index.html/x',
  '/inbox/messages?to=%',
  '/__proto__',
  '/constructor',
  ...fc.sample(fc.webPath(), { numRuns: 20, seed: 7 }),
]

describe.each(['origin', 'solana'] as const)('%s over HTTP', (which) => {
  test('survives every path', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'CONNECT'])
      for (const path of paths)
        await raw(
          ports[which],
          `${method} ${path} HTTP/1.1\r\n${hostOf(which)}Connection: close\r\n\r\n`,
        )

    await expectAlive(which)
  })

  test('survives bytes that are not a request, and broken bodies', async () => {
    const head = `POST /inbox/deliveries HTTP/1.1\r\n${hostOf(which)}Content-Type: application/json\r\n`
    for (const one of bytes) {
      await raw(ports[which], one)
      await raw(
        ports[which],
        Buffer.concat([Buffer.from(`${head}Content-Length: 900\r\n\r\n`), one]),
      )
      await raw(
        ports[which],
        Buffer.concat([Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`), one]),
      )
    }

    await expectAlive(which)
  })

  test('error: refuses another host', async () => {
    for (const host of ['evil.example', `evil.example:${ports[which]}`, 'localhost', '127.0.0.1:1'])
      expect(
        await raw(ports[which], `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 421 /)
  })
})

const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const messages = [
  '',
  '{',
  'null',
  '[]',
  '[null]',
  '"x"',
  '0',
  nested,
  `{"id":${nested},"method":"getSlot"}`,
  `{"id":${nested},"method":"slotSubscribe"}`,
  `{"id":1,"method":"accountSubscribe","params":${nested}}`,
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '',
    'slot',
    'none',
  ].flatMap((name) =>
    ['Subscribe', 'Unsubscribe', ''].map((verb) =>
      JSON.stringify({ id: 1, method: name + verb, params: [] }),
    ),
  ),
  ...[
    { dataSlice: { offset: { valueOf: 1, toString: 1 }, length: 1 } },
    { encoding: {} },
    { dataSlice: 'x' },
  ].map((options) =>
    JSON.stringify({ id: 1, method: 'accountSubscribe', params: [owner, options] }),
  ),
  ...[{ toString: 1 }, [[]], -1, 1e300].map((param) =>
    JSON.stringify({ id: 1, method: 'signatureSubscribe', params: [param] }),
  ),
  JSON.stringify({ id: 1, method: 'sendTransaction', params: ['1'.repeat(900_000)] }),
  'x'.repeat(1_000_001),
]

describe('solana over a websocket', () => {
  test('survives every message', async () => {
    for (const message of messages) await say(message)
    for (const one of bytes) await say(one)
    ledger.tick()

    await expectAlive('solana')
  })

  test('survives broken frames', async () => {
    const upgrade = `GET / HTTP/1.1\r\n${hostOf('solana')}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
    for (const one of bytes) await raw(ports.solana, Buffer.concat([Buffer.from(upgrade), one]))

    await expectAlive('solana')
  })

  test('error: refuses a JavaScript property name as a subscription', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'constructorSubscribe', params: [] }
    expect(await say(JSON.stringify(call))).toContain('-32601')
  })

  test('error: refuses another host', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${ports.solana}`, {
      headers: { host: 'evil.example' },
    })
    const reason = await new Promise<Error>((resolve) => socket.on('error', resolve))
    expect(reason.message).toContain('401')
  })
})

test('the mail server survives random bytes, and addresses that are JavaScript property names', async () => {
  for (const one of bytes.slice(0, 10)) {
    await raw(ports.smtp, one)
    await raw(ports.smtp, one, true)
    const talk =
      'EHLO x\r\nMAIL FROM:<constructor>\r\nRCPT TO:<__proto__>\r\nRCPT TO:<a@x.com>\r\nDATA\r\n'
    await raw(
      ports.smtp,
      Buffer.concat([Buffer.from(talk), one, Buffer.from('\r\n.\r\nQUIT\r\n')]),
      true,
    )
  }

  expect(await raw(ports.smtp, 'QUIT\r\n', true)).toMatch(/^220 .*\r\n221 /)
  expect(inbox.modeOf('constructor')).toBe('normal')
})

function hostOf(which: keyof typeof ports): string {
  return `Host: localhost:${ports[which]}\r\n`
}

async function expectAlive(which: 'origin' | 'solana') {
  expect((await fetch(`http://localhost:${ports[which]}/`)).status).toBe(200)
}

/** Sends the bytes, half-closes the connection and returns the answer; `polite` waits for the greeting first. */
function raw(port: number, data: string | Uint8Array, polite = false): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => polite || socket.end(data))
    socket.on('data', (chunk) => {
      if (polite && text === '') socket.end(data)
      text += chunk
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
}

/** Returns the first answer to a message, or '' when the socket closes without one. */
function say(message: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = new WebSocket(`ws://127.0.0.1:${ports.solana}`)
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send(message))
    socket.on('message', (data) => {
      text ||= String(data)
      socket.close()
    })
    socket.on('close', () => resolve(text))
  })
}
