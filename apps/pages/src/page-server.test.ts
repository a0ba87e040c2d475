import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sallyport/process'
import { createTestKit, storeSettings, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAskPageSettings } from './ask-page-settings.js'
import { askVaultKey } from './ask-vault-key.js'
import { keepSettings } from './keep-settings.js'
import { createPageServer } from './page-server.js'
import { createPages } from './pages.js'

/* The process of the pages beside the real API; the vault is a socket that says its key. */

const publicOrigin = 'https://auth.example.com'
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const socket = join(folder, 'vault.sock')
const vault = createServer((connection) => {
  connection.on('data', () =>
    connection.write('{"id":"1","output":{"status":"ok","publicKey":"BVault"}}\n'),
  )
})
const text = (value: string) => new TextEncoder().encode(value)
const files = new Map([
  [
    'index.html',
    text('<head><script type="application/json" id="sallyport-frame">{}</script></head>'),
  ],
  ['assets/main-abcdefgh.js', text('export {}\n')],
  ['exit-kit.html', text('<title>Exit kit</title>')],
  ['other.html', text('<title>Other</title>')],
  ['.env', text('x')],
])
let kit: TestKit
let apiUrl: string
let url: string
let stop: (() => void)[] = []
/** Pages that were served with the last settings. */
const kept: { appId: string; ageMs: number }[] = []

beforeAll(async () => {
  kit = await createTestKit({ config: { frameDir: undefined, trustedProxies: 1 } })
  apiUrl = await kit.server.listen({ port: 0, host: '127.0.0.1' })
  await once(vault.listen(socket), 'listening')
  url = await servePages(fetch)
})
afterAll(async () => {
  for (const each of stop) each()
  vault.close()
  await kit.close()
  rmSync(folder, { recursive: true })
})

async function servePages(
  fetchSettings: typeof fetch,
  { apiUrls = [apiUrl], nowMs = Date.now }: { apiUrls?: string[]; nowMs?: () => number } = {},
): Promise<string> {
  const ask = createAskPageSettings({ apiUrls, fetch: fetchSettings })
  const answer = createPages({
    files,
    publicOrigin,
    readSettings: keepSettings(ask, { nowMs, onKept: (each) => kept.push(each) }),
    askVaultKey: () =>
      askVaultKey([{ kind: 'unix', path: socket }], { role: 'vault', certificates: undefined }),
    nowMs: Date.now,
  })
  const logger = createLogger({ process: 'pages', level: 'silent' })
  const server = createPageServer({ answer, publicOrigin, logger })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stop = [...stop, () => server.close()]
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Pages of a process whose API answers with what the test gives. */
const withApi = (settings: object) => servePages(async () => Response.json(settings))

const configIn = (page: string) =>
  JSON.parse(/id="sallyport-frame">([^<]*)</.exec(page)?.[1] ?? '{}')

describe('the process of the pages', () => {
  test('P7: serves the page of an app as the API says, with the key that the vault says', async () => {
    const settings = {
      allowed_domains: ['https://app.example.com', 'https://*.preview.example.com'],
    }
    const { appId } = await kit.addApp({ environment: 'production', settings })
    const referer = 'https://pr-1.preview.example.com/'
    const headers = { referer, 'x-forwarded-for': '203.0.113.7' }
    const answer = await fetch(`${url}/apps/${appId}/embedded-wallets?caid=x`, { headers })
    expect(answer.status).toBe(200)
    expect(configIn(await answer.text())).toEqual({
      appId,
      allowedOrigins: ['https://app.example.com', 'https://pr-1.preview.example.com'],
      allowLocalhost: false,
      apiPublicKey: kit.apiPublicKey,
      tokens: {
        issuer: kit.deps.config.tokenIssuer,
        nowMs: kit.clock.nowMs(),
        keys: [{ kid: expect.any(String), x: expect.any(String), y: expect.any(String) }],
      },
      vaultPublicKey: 'BVault',
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
      app: { appName: expect.any(String), accentColor: null, theme: 'light' },
      logins: { email: true, sms: false, providers: [] },
    })
    expect(answer.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://app.example.com https://*.preview.example.com;',
    )
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('P7: the frame may call a cloud storage when the app offers it', async () => {
    const { appId } = await kit.addApp({})
    const policyOf = async () => {
      const { headers } = await fetch(`${url}/apps/${appId}/embedded-wallets`)
      return headers
        .get('content-security-policy')
        ?.split('; ')
        .find((each) => each.startsWith('connect-src'))
    }
    expect(await policyOf()).toBe("connect-src 'self'")
    const wallets = {
      create_on_login: 'off',
      user_owned_recovery_options: ['google-drive'],
      require_user_owned_recovery_on_create: false,
      require_user_password_on_create: false,
    }
    await storeSettings(kit, { appId, settings: { embedded_wallet_config: wallets } })
    expect(await policyOf()).toBe("connect-src 'self' https://www.googleapis.com")
    const off = { ...wallets, user_owned_recovery_options: [] }
    await storeSettings(kit, { appId, settings: { embedded_wallet_config: off } })
    expect(await policyOf()).toBe("connect-src 'self'")
  })

  test('P7: error: an API that names another host for a storage is not followed', async () => {
    const config = {
      appId: 'app',
      allowedOrigins: [],
      allowLocalhost: false,
      apiPublicKey: 'BApi',
      tokens: { issuer: 'a', nowMs: 0, keys: [] },
      allowsRawDigests: false,
      allowsAuthorizations: false,
      confirmation: null,
    }
    const thief = 'https://evil.example'
    const named = await withApi({ ancestors: [], storages: [thief], config })
    expect((await fetch(`${named}/apps/app/embedded-wallets`)).status).toBe(503)
    const simulated = await withApi({
      ancestors: [],
      storages: ['google-drive'],
      config: { ...config, storageSimulator: thief },
    })
    const answer = await fetch(`${simulated}/apps/app/embedded-wallets`)
    expect(answer.headers.get('content-security-policy')).not.toContain(thief)
    expect(configIn(await answer.text())).not.toHaveProperty('storageSimulator')
  })

  test('a page that pins a build gets that build or none', async () => {
    const { appId } = await kit.addApp({})
    const manifest = await (await fetch(`${url}/frame/release.txt`)).text()
    expect(manifest.split('\n').map((line) => line.split(' ')[2])).toContain(
      'assets/main-abcdefgh.js',
    )
    const build = createHash('sha256').update(manifest).digest('hex')
    const ask = (wanted: string) => fetch(`${url}/apps/${appId}/embedded-wallets?build=${wanted}`)
    expect((await ask(build)).status).toBe(200)
    const refused = await ask('0'.repeat(64))
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: expect.stringContaining(build), code: 'not_supported' },
    ])
  })

  test('serves its files with their tags, and HEAD without a body', async () => {
    const answer = await fetch(`${url}/frame/assets/main-abcdefgh.js`)
    expect([answer.status, await answer.text()]).toEqual([200, 'export {}\n'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await fetch(`${url}/frame/assets/main-abcdefgh.js`, { headers })).status).toBe(304)
    const head = await fetch(`${url}/login/email`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('the exit kit is downloaded and not shown; other pages of the folder are not served', async () => {
    const answer = await fetch(`${url}/frame/exit-kit.html`)
    expect([answer.status, await answer.text()]).toEqual([200, '<title>Exit kit</title>'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="exit-kit.html"')
    expect((await fetch(`${url}/frame/other.html`)).status).toBe(404)
  })

  test.each(['/login/email', '/mfa/reset', '/account/undo'])(
    'serves %s, which runs a script of its own',
    async (path) => {
      const answer = await fetch(url + path)
      expect(await answer.text()).toContain('<script>')
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'sha256-")
    },
  )

  test.each([
    '/',
    '/frame/index.html',
    '/frame/.env',
    '/frame/..%2fx.js',
    '/api/v1/users/me',
    '/frame/%00.js',
    '/apps/a/b/embedded-wallets',
  ])('error: %s is not served', async (path) => {
    const answer = await fetch(url + path)
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_supported'])
  })

  test('error: an app that the API does not know, and a method that changes something', async () => {
    const answer = await fetch(`${url}/apps/unknown/embedded-wallets`)
    expect([answer.status, (await answer.json()).code]).toEqual([
      404,
      'missing_or_invalid_privy_app_id',
    ])
    expect((await fetch(`${url}/login/email`, { method: 'POST' })).status).toBe(405)
  })

  const config = {
    appId: 'a',
    allowedOrigins: [],
    allowLocalhost: false,
    apiPublicKey: 'B',
    tokens: { issuer: '', nowMs: 0, keys: [] },
    allowsRawDigests: false,
    allowsAuthorizations: false,
    confirmation: null,
  }

  test('P7, T-02: an API that lies adds no source of scripts to the policy', async () => {
    for (const ancestor of [
      'https://a.b; script-src *',
      'https://a.b, script-src *',
      '*',
      "'self'",
      'https://a.b\r\nx: y',
    ]) {
      const lying = await withApi({ ancestors: [ancestor], config })
      expect((await fetch(`${lying}/apps/a/embedded-wallets`)).status).toBe(503)
    }
  })

  test('P7, T-02: an API that lies changes neither the vault’s key nor the app of the page, and ends no data block', async () => {
    const lie = {
      ...config,
      appId: 'other',
      vaultPublicKey: 'BThief',
      apiPublicKey: '</script><script>x()</script>',
    }
    const lying = await withApi({ ancestors: [], config: lie })
    const answer = await fetch(`${lying}/apps/a/embedded-wallets`)
    const page = await answer.text()
    expect(configIn(page)).toMatchObject({ appId: 'a', vaultPublicKey: 'BVault' })
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  describe('while no API answers', () => {
    const page = (from: string, appId: string, referer = 'https://app.example.com/') =>
      fetch(`${from}/apps/${appId}/embedded-wallets`, { headers: { referer } })
    const hourMs = 3_600_000

    test('an app’s page has its last settings for an hour, with the time of now', async () => {
      let [isAway, nowMs] = [false, 1_000]
      const api = async () =>
        isAway
          ? Promise.reject(new Error('ECONNREFUSED'))
          : Response.json({ ancestors: [], config })
      const served = await servePages(api, { nowMs: () => nowMs })
      expect((await page(served, 'a')).status).toBe(200)
      isAway = true
      nowMs += hourMs
      const answer = await page(served, 'a')
      expect(answer.status).toBe(200)
      expect(configIn(await answer.text()).tokens.nowMs).toBe(hourMs)
      expect(kept.at(-1)).toEqual({ appId: 'a', ageMs: hourMs })
      // Of another page that embeds the frame, and of another app, nothing was known.
      expect((await page(served, 'a', 'https://other.example/')).status).toBe(503)
      expect((await page(served, 'b')).status).toBe(503)
      nowMs += 1
      expect((await page(served, 'a')).status).toBe(503)
    })

    test('a refusal ends what was kept; too many requests do not', async () => {
      const answers = [
        () => Response.json({ ancestors: [], config }),
        () => Response.json({ code: 'too_many_requests' }, { status: 429 }),
        () => Promise.reject(new Error('ECONNREFUSED')),
        () => Response.json({ code: 'missing_or_invalid_privy_app_id' }, { status: 404 }),
        () => Promise.reject(new Error('ECONNREFUSED')),
      ]
      const served = await servePages(async () => (answers.shift() ?? Response.error)())
      const statuses = []
      for (const _each of [1, 2, 3, 4, 5]) statuses.push((await page(served, 'a')).status)
      expect(statuses).toEqual([200, 429, 200, 404, 503])
    })

    test('of several APIs the next is asked, and first from then on', async () => {
      const asked: string[] = []
      const [one, two] = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
      const api: typeof fetch = async (url) => {
        const { origin } = new URL(String(url))
        asked.push(origin)
        if (origin === one) throw new Error('ECONNREFUSED')
        return Response.json({ ancestors: [], config })
      }
      const served = await servePages(api, { apiUrls: [one, two] })
      for (const _each of [1, 2]) expect((await page(served, 'a')).status).toBe(200)
      expect(asked).toEqual([one, two, two])
    })
  })

  test('error: an API that does not answer is 503', async () => {
    const alone = await servePages(() => Promise.reject(new Error('ECONNREFUSED')))
    expect((await fetch(`${alone}/apps/a/embedded-wallets`)).status).toBe(503)
    expect((await fetch(`${alone}/frame/assets/main-abcdefgh.js`)).status).toBe(200)
  })
})

test('P7, T-02: an API without a folder of the frame serves no page that runs a script', async () => {
  for (const path of [
    `/apps/${kit.appId}/embedded-wallets`,
    '/login/email',
    '/mfa/reset',
    '/account/undo',
    '/frame/main-abcdefgh.js',
  ])
    expect((await kit.server.inject(path)).statusCode).toBe(404)
})
