import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/start/back-end.md'), 'utf8')
const [source = ''] = /(?<=```js auth\.js\n)[\s\S]*?(?=```)/.exec(page) ?? []
const appId = 'a'.repeat(25)

interface Auth {
  readUserId(authorization?: string): Promise<string>
  statusOf(error: unknown): number
}

const pair = await generateKeyPair('ES256')
const other = await generateKeyPair('ES256')
const sign = (claims: { aud?: string; iss?: string; lasts?: string }, key = pair.privateKey) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setSubject('did:privy:ada')
    .setIssuer(claims.iss ?? 'privy.io')
    .setAudience(claims.aud ?? appId)
    .setIssuedAt()
    .setExpirationTime(claims.lasts ?? '1h')
    .sign(key)

describe('auth.js of docs/start/back-end.md', () => {
  let server: Server
  let answer: { status: number; body: string }
  let copies = 0

  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => server.close())
  afterEach(() => vi.unstubAllEnvs())

  /** The file with an empty cache of keys, at a server that answers so. */
  async function load(given: { status?: number; body?: string; url?: string } = {}): Promise<Auth> {
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }
    answer = { status: 200, body: JSON.stringify({ keys: [jwk] }), ...given }
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    vi.stubEnv('SALLYPORT_URL', given.url ?? `http://127.0.0.1:${port}`)
    vi.stubEnv('SALLYPORT_APP_ID', appId)
    const folder = join(root, '.cache/back-end-page')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `auth-${copies++}.mjs`)
    writeFileSync(file, source)
    return import(/* @vite-ignore */ pathToFileURL(file).href)
  }

  const answerTo = async (auth: Auth, token: string) =>
    auth.readUserId(`Bearer ${token}`).catch((error) => auth.statusOf(error))

  test('reads the user of a valid token', async () => {
    expect(await answerTo(await load(), await sign({}))).toBe('did:privy:ada')
  })

  test.each<[string, () => Promise<string> | string]>([
    ['no token', () => ''],
    ['text', () => 'x'],
    ['half a token', async () => (await sign({})).slice(0, 60)],
    ['a token of another key', () => sign({}, other.privateKey)],
    ['a token of another app', () => sign({ aud: 'b'.repeat(25) })],
    ['a token of another issuer', () => sign({ iss: 'https://evil.example' })],
    ['a token whose time is over', () => sign({ lasts: '-1s' })],
    ['a token without a signature', async () => (await sign({})).replace(/[^.]*$/, '')],
    [
      'a token of another algorithm',
      () => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
    ],
  ])('error: 401 for %s', async (_, token) => {
    expect(await answerTo(await load(), await token())).toBe(401)
  })

  test.each([
    ['there is no server', { url: 'http://127.0.0.1:9' }],
    ['the server answers 503', { status: 503, body: '{}' }],
    ['a proxy answers with a page', { body: '<html>' }],
    ['the answer holds no keys', { body: '{}' }],
  ])('error: 503 when %s', async (_, given) => {
    expect(await answerTo(await load(given), await sign({}))).toBe(503)
  })
})
