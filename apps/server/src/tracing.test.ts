import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/* A collector, the server as it is built, and a request in the trace of a page. */
const traceId = randomBytes(16).toString('hex')
const parentId = randomBytes(8).toString('hex')
const exported: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    exported.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
let database: TestDatabase
let spans: Span[]

beforeAll(async () => {
  database = await createTestDatabase()
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const port = await freePort()
  const server = spawn(process.execPath, [new URL('../dist/main.js', import.meta.url).pathname], {
    env: {
      PATH: process.env.PATH,
      SALLYPORT_ENV: 'development',
      SALLYPORT_PORT: String(port),
      SALLYPORT_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SALLYPORT_KEK: randomBytes(32).toString('base64'),
      SALLYPORT_TOKEN_KEK: randomBytes(32).toString('base64'),
      SALLYPORT_SMTP_URL: 'smtp://127.0.0.1:1',
      SALLYPORT_MAIL_FROM: 'login@auth.example',
      SALLYPORT_VAULT_SOCKET: '/does/not/exist.sock',
      SALLYPORT_LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(server, 'message')
  await fetch(`http://127.0.0.1:${port}/api/v1/passwordless/init`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'privy-app-id': 'cm0000000000000000000000x',
      traceparent: `00-${traceId}-${parentId}-01`,
    },
    body: JSON.stringify({ email: 'secret-address@example.com' }),
  })
  server.kill('SIGTERM')
  await once(server, 'exit')
  spans = exported.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
})
afterAll(async () => {
  collector.close()
  await database.drop()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )

test('a request continues the trace of the page, named by its route pattern', () => {
  const request = spans.find(({ parentSpanId }) => parentSpanId === parentId)
  expect(request).toMatchObject({ traceId, name: 'POST /api/v1/passwordless/init' })
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/passwordless/init',
  })
})

test('its statements are spans below it, without values', () => {
  const request = spans.find(({ parentSpanId }) => parentSpanId === parentId)
  const statements = spans.filter(
    ({ parentSpanId, name }) => parentSpanId === request?.spanId && name === 'postgres select',
  )
  expect(statements.length).toBeGreaterThan(0)
  expect(attributesOf(statements[0])['db.query.text']).toMatch(/^select .*\$1$/s)
})

test('a call of the vault is a span; one that fails says the kind of its error and nothing else', () => {
  const call = spans.find(({ name }) => name.startsWith('vault '))
  expect(call?.status.code).toBe(2)
  expect(attributesOf(call)).toEqual({ 'error.type': 'VaultUnavailable' })
})

test('nothing of the body, a header or an address is exported', () => {
  expect(exported.join('')).not.toMatch(/secret-address|cm0000000000000000000000x/)
})
