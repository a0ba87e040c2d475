import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sallyport/testing/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOriginServer } from './origin.js'
import { servePage } from './static.js'

const demo = 'http://localhost:1'
let server: Server
let folder = ''
let port = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'origin-'))
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page', 'index.html'), 'the page')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  port = await freePort()
  server = createOriginServer({
    origin: `http://localhost:${port}`,
    routes: [
      { method: 'GET', path: '/things', handle: () => ['thing'] },
      { method: 'POST', path: '/things', handle: ({ body }) => body },
      { method: 'POST', path: '/open', openTo: [demo], handle: () => ({ open: true }) },
    ],
    page: servePage(join(folder, 'page')),
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const json = { 'content-type': 'application/json' }

describe('createOriginServer', () => {
  test('answers scripts (without an Origin header) and its own pages', async () => {
    expect(await send('POST', '/things', json, '{"a":1}')).toMatchObject({
      status: 200,
      body: '{"a":1}',
    })
    const own = { ...json, origin: `http://localhost:${port}` }
    expect(await send('POST', '/things', own, '{}')).toMatchObject({ status: 200 })
  })

  test('answers its own pages at the other name of this machine', async () => {
    const at = (host: string) => ({ ...json, host, origin: `http://127.0.0.1:${port}` })
    expect(await send('POST', '/things', at(`127.0.0.1:${port}`), '{}')).toMatchObject({
      status: 200,
    })
    expect(await send('POST', '/things', at(`localhost:${port}`), '{}')).toMatchObject({
      status: 403,
    })
  })

  test('shows the page to a browser that opens the address of a route', async () => {
    const opened = await send('GET', '/things', { accept: 'text/html,*/*' })

    expect(opened).toMatchObject({ status: 200, body: 'the page' })
    expect(await send('GET', '/things')).toMatchObject({ body: '["thing"]' })
  })

  test('error: refuses a page of another origin, and it can read nothing', async () => {
    const refused = await send('POST', '/things', { ...json, origin: demo }, '{}')

    expect(refused.status).toBe(403)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('error: refuses origin null', async () => {
    expect((await send('POST', '/things', { ...json, origin: 'null' }, '{}')).status).toBe(403)
  })

  test('opens a route only to the origin it names', async () => {
    const allowed = await send('POST', '/open', { ...json, origin: demo }, '{}')

    expect(allowed.headers['access-control-allow-origin']).toBe(demo)
    const other = { ...json, origin: `${demo}1` }
    expect((await send('POST', '/open', other, '{}')).status).toBe(403)
  })

  test('error: refuses a body that a page may send without a preflight request', async () => {
    expect((await send('POST', '/things', { 'content-type': 'text/plain' }, '{}')).status).toBe(415)
  })

  test('error: refuses another host (DNS rebinding)', async () => {
    expect((await send('GET', '/things', { host: `evil.example:${port}` })).status).toBe(421)
  })

  test('error: refuses bodies that are too long or broken, and other methods', async () => {
    expect((await send('POST', '/things', json, '"'.repeat(200_000))).status).toBe(413)
    expect((await send('POST', '/things', json, '{')).status).toBe(400)
    expect((await send('DELETE', '/things')).status).toBe(405)
  })
})

describe('servePage', () => {
  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00'])(
    'error: gives nothing outside its folder for %s',
    async (path) => {
      expect((await send('GET', path)).body).not.toContain('secret')
    },
  )

  test('error: answers a missing script with 404, not with the page', async () => {
    expect((await send('GET', '/assets/gone.js')).status).toBe(404)
  })
})

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

/* fetch sets Host and normalizes paths, a raw request doesn't. */
function send(method: string, path: string, headers = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const host = `localhost:${port}`
    const call = request(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: text }),
        )
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
