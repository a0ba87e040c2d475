import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { api } from '@sallyport/contract'
import { writeFrameConfig } from '@sallyport/pages'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

describe('the frame page', () => {
  test('carries the strict headers and may be embedded by the app only', async () => {
    const { appId } = await kit.addApp({
      environment: 'production',
      settings: { allowed_domains: ['https://app.example.com', 'https://b.example.com:8443'] },
    })
    const { statusCode, headers } = await kit.server.inject(
      `/apps/${appId}/embedded-wallets?caid=x`,
    )

    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'self'",
        'frame-ancestors https://app.example.com https://b.example.com:8443',
        "require-trusted-types-for 'script'",
      ]),
    )
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('may also be embedded below the sites that embed the app, which may not call the API', async () => {
    const host = 'https://web.telegram.org'
    const { appId } = await kit.addApp({
      environment: 'production',
      settings: { allowed_domains: ['https://app.example.com'], allowed_embedders: [host] },
    })
    const { headers, payload } = await kit.server.inject(`/apps/${appId}/embedded-wallets`)
    expect(headers['content-security-policy']).toContain(
      `frame-ancestors https://app.example.com ${host};`,
    )
    const [, json = ''] = /id="sallyport-frame">([^<]*)</.exec(payload) ?? []
    expect(JSON.parse(json).allowedOrigins).toEqual(['https://app.example.com'])
    const call = await kit.call(api.guest.init, { body: {} }, { appId, origin: host })
    expect(call).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
  })

  test('SUP-03: runs its own files and one inline script, the map of their hashes', async () => {
    const { payload, headers } = await kit.server.inject(`/apps/${kit.appId}/embedded-wallets`)
    const [, map = ''] = /<script type="importmap">([^<]+)</.exec(payload) ?? []
    const hash = createHash('sha256').update(map).digest('base64')

    expect(map).not.toBe('')
    expect(String(headers['content-security-policy']).split('; ')).toContain(
      `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    )
  })

  test('a page that pins another build of the wallet gets none', async () => {
    const page = `/apps/${kit.appId}/embedded-wallets`
    const { statusCode, payload } = await kit.server.inject(`${page}?build=${'0'.repeat(64)}`)
    expect([statusCode, JSON.parse(payload).code]).toEqual([409, 'not_supported'])
    const manifest = (await kit.server.inject('/frame/release.txt')).payload
    const build = createHash('sha256').update(manifest).digest('hex')
    expect((await kit.server.inject(`${page}?build=${build}`)).statusCode).toBe(200)
  })

  test('a development app may be embedded by this machine', async () => {
    const { headers } = await kit.server.inject(`/apps/${kit.appId}/embedded-wallets`)
    expect(headers['content-security-policy']).toContain(
      'frame-ancestors http://localhost:* http://127.0.0.1:* http://*.localhost:*;',
    )
  })

  test('holds its configuration as data', async () => {
    const { payload } = await kit.server.inject(`/apps/${kit.appId}/embedded-wallets`)
    const [, json = ''] = /id="sallyport-frame">([^<]*)</.exec(payload) ?? []
    expect(JSON.parse(json)).toEqual({
      appId: kit.appId,
      allowedOrigins: [],
      allowLocalhost: true,
      vaultPublicKey: 'BAAA',
      apiPublicKey: kit.apiPublicKey,
      tokens: {
        issuer: kit.deps.config.tokenIssuer,
        nowMs: kit.clock.nowMs(),
        keys: [{ kid: expect.any(String), x: expect.any(String), y: expect.any(String) }],
      },
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
      app: { appName: 'Acme', accentColor: null, theme: 'light' },
      logins: { email: true, sms: false, providers: [] },
    })
  })

  test('IFR-09: an app that enforces wallet screens has it written into its page', async () => {
    const settings = { enforce_wallet_uis: true, name: 'Some app', accent_color: '#123456' }
    const { appId } = await kit.addApp({ settings })

    // Nothing the embedding page can say changes it.
    const query = '?enforce_wallet_uis=false&showWalletUIs=false&confirmation=null'
    const { payload } = await kit.server.inject(`/apps/${appId}/embedded-wallets${query}`)

    const [, json = ''] = /id="sallyport-frame">([^<]*)</.exec(payload) ?? []
    expect(JSON.parse(json).confirmation).toEqual({
      appName: 'Some app',
      theme: 'light',
      accentColor: '#123456',
    })
  })

  test('SIG-08, T-18: what an app lets its pages ask for is written into the page, off by default', async () => {
    const allowed = async (settings: object) => {
      const { appId } = await kit.addApp({ settings })
      const { payload } = await kit.server.inject(
        `/apps/${appId}/embedded-wallets?eip7702_enabled=true&allowsAuthorizations=true`,
      )
      const [, json = ''] = /id="sallyport-frame">([^<]*)</.exec(payload) ?? []
      const { allowsRawDigests, allowsAuthorizations } = JSON.parse(json)
      return { allowsRawDigests, allowsAuthorizations }
    }

    expect(await allowed({})).toEqual({ allowsRawDigests: false, allowsAuthorizations: false })
    expect(await allowed({ eip7702_enabled: true })).toEqual({
      ...{ allowsRawDigests: false, allowsAuthorizations: true },
    })
    expect(await allowed({ raw_digests_enabled: true })).toEqual({
      ...{ allowsRawDigests: true, allowsAuthorizations: false },
    })
  })

  test('a wildcard domain becomes the origin of the page that loads the frame', async () => {
    const settings = { allowed_domains: ['https://*.preview.example.com'] }
    const { appId } = await kit.addApp({ environment: 'production', settings })
    const originsFor = async (referer: string) => {
      const url = `/apps/${appId}/embedded-wallets`
      const { payload } = await kit.server.inject({ url, headers: { referer } })
      return JSON.parse(/id="sallyport-frame">([^<]*)</.exec(payload)?.[1] ?? '').allowedOrigins
    }
    expect(await originsFor('https://pr-7.preview.example.com/')).toEqual([
      'https://pr-7.preview.example.com',
    ])
    for (const referer of [
      'https://evil.example/',
      'nonsense',
      'https://a.b.preview.example.com/',
    ]) {
      expect(await originsFor(referer)).toEqual([])
    }
  })

  test('no value ends the data block', () => {
    const config = {
      appId: '</script><script>alert(1)</script>$&',
      allowedOrigins: [],
      allowLocalhost: false,
      vaultPublicKey: '',
      apiPublicKey: '',
      tokens: { issuer: '', nowMs: 0, keys: [] },
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
    }
    const html = '<head><script type="application/json" id="sallyport-frame">{}</script></head>'
    const page = writeFrameConfig(html, config)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(JSON.parse(/">(.*)<\/script>/.exec(page)?.[1] ?? '')).toEqual(config)
  })

  test('its files are served under /frame/ and kept for good when their name is hashed', async () => {
    const { statusCode, headers } = await kit.server.inject('/frame/main-abcdefgh.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    '/frame/index.html',
    '/frame/',
    '/frame/../package.json',
    '/frame/%2e%2e/x',
    '/frame/.env',
  ])('error: %s is not served', async (path) => {
    const response = await kit.server.inject(path)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_supported'])
  })

  test('IFR-18: error: a build that is not in place is not served', async () => {
    const response = await kit.server.inject('/frame/main-00000000.js')
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_supported'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each(['/frame/%2e%2e/x.js', '/frame/../x.js', '/frame/..%2fx.js', '/frame/%00.js'])(
    'error: %s as a browser would not send it is refused, not a failure',
    async (path) => {
      if (!kit.server.server.listening) await kit.server.listen({ port: 0, host: '127.0.0.1' })
      // A server that listens on TCP has addresses with ports.
      const { port } = kit.server.server.address() as AddressInfo
      const status = await new Promise((resolve, reject) => {
        const call = request({ port, path, agent: false }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
        call.on('error', reject).end()
      })
      expect(status).toBe(404)
    },
  )

  test('error: an unknown app', async () => {
    const response = await kit.server.inject('/apps/unknown/embedded-wallets')
    expect([response.statusCode, response.json().code]).toEqual([
      404,
      'missing_or_invalid_privy_app_id',
    ])
  })
})

describe('API docs', () => {
  test('are OpenAPI 3.1 for programs', async () => {
    const document = (await kit.server.inject('/api/docs')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toContain('/passwordless/init')
    expect(document.servers).toEqual([{ url: '/api/v1' }, { url: '/v1' }])
    expect((await kit.server.inject('/api/docs.json')).json()).toEqual(document)
  })

  test('V15: are sent compressed to clients that take it, and answers of both kinds are cached apart', async () => {
    const plain = await kit.server.inject('/api/docs.json')
    const headers = { 'accept-encoding': 'br, gzip' }
    const { headers: sent, rawPayload } = await kit.server.inject({
      url: '/api/docs.json',
      headers,
    })
    expect(sent).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' })
    expect(gunzipSync(rawPayload).toString()).toBe(plain.body)
    expect(rawPayload.length).toBeLessThan(plain.body.length / 5)
    const without = { 'accept-encoding': 'gzip;q=0, identity' }
    const asked = await kit.server.inject({ url: '/api/docs.json', headers: without })
    expect(asked.headers['content-encoding']).toBeUndefined()
  })

  test('are kept by browsers, which ask again with the tag of what they have', async () => {
    for (const url of ['/api/docs', '/api/docs.json', '/api/docs.css']) {
      const { headers } = await kit.server.inject(url)
      const etag = String(headers.etag)
      expect(headers['cache-control']).toBe('public, max-age=300')

      const again = await kit.server.inject({ url, headers: { 'if-none-match': etag } })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
  })

  test('are a page without scripts or other hosts for people', async () => {
    const response = await kit.server.inject({ url: '/api/docs', headers: { accept: 'text/html' } })
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.payload).toContain('/api/v1/passwordless/init')
    expect(response.payload).toContain('/v1/passwordless/init')
    expect(response.payload).toContain('/admin/v1/app')
    expect(response.payload).not.toMatch(/<script|(?:src|href)="(?!\/)/)
    expect((await kit.server.inject('/api/docs.css')).statusCode).toBe(200)
  })
})

describe('T-33: HSTS', () => {
  const name = 'strict-transport-security'
  test('is on every answer of a server that is reached by https, refusals included', async () => {
    const secure = await createTestKit({ config: { publicOrigin: 'https://auth.example.com' } })
    for (const url of ['/healthz', '/api/v1/users/me', '/absent', '/api/docs.json']) {
      const { headers } = await secure.server.inject(url)
      expect(headers[name]).toContain('max-age=63072000')
    }
    await secure.close()
  })

  test('is not sent over http', async () => {
    expect((await kit.server.inject('/healthz')).headers).not.toHaveProperty(name)
  })
})

describe('health', () => {
  test('is alive, and ready with database and vault', async () => {
    expect((await kit.server.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await kit.server.inject('/readyz')).json()).toEqual({
      status: 'ok',
      database: true,
      clock: true,
      vault: true,
      mail: true,
      sms: true,
    })
  })

  test('error: not ready without the vault', async () => {
    const vault = { call: () => Promise.reject(new Error('gone')) }
    const broken = await createTestKit({ deps: { vault } })
    const response = await broken.server.inject('/readyz')
    await broken.close()
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({
      status: 'unavailable',
      database: true,
      clock: true,
      vault: false,
      mail: true,
      sms: true,
    })
  })
})
