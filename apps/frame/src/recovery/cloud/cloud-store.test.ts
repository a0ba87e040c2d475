import {
  type CloudAnswer,
  cloudKitContainer,
  cloudKitTokens,
  createCloudSimulator,
} from '@sallyport/sandbox'
import { describe, expect, test } from 'vitest'
import { CloudError } from './cloud-error.js'
import type { CloudStore } from './cloud-store.js'
import { createGoogleDrive } from './google-drive.js'
import { createICloud } from './icloud.js'
import { writeRecoveryFile } from './recovery-file.js'

const scope = 'openid https://www.googleapis.com/auth/drive.appdata'
const walletId = '3f0c6a4e-1111-4000-8000-000000000001'
const other = '3f0c6a4e-1111-4000-8000-000000000002'
const secret = crypto.getRandomValues(new Uint8Array(32))

/** Both storages by one simulator; `answer` is what it does from now on. */
function setup() {
  const state = { answer: 'normal' as CloudAnswer, waited: 0, requests: [] as Request[] }
  const simulator = createCloudSimulator({
    oauth: {
      handle: async () => new Response(null, { status: 404 }),
      // An access token names its person and scope.
      grantOf: (token) => {
        const [personId = '', given = ''] = token.split(':')
        return personId === ''
          ? undefined
          : { personId, clientId: 'sandbox-google', scope: given === 'narrow' ? 'openid' : scope }
      },
    },
    chosen: () => state.answer,
    wait: async (ms) => {
      state.waited += ms
    },
  })
  const outside = {
    webCrypto: crypto,
    simulator: 'http://simulator',
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(String(input), {
        method: init?.method ?? 'GET',
        headers: init?.headers ?? {},
        ...(init?.body != null && { body: init.body }),
      })
      state.requests.push(request.clone())
      return simulator.handle(request)
    },
  }
  const container = {
    container_identifier: cloudKitContainer,
    environment: 'development',
    api_token: cloudKitTokens.web,
  }
  const storages = {
    'Google Drive': { store: createGoogleDrive(outside), signIn: (name: string) => `${name}:` },
    iCloud: {
      store: createICloud(outside, async () => container),
      signIn: simulator.signInToICloud,
    },
  } satisfies Record<string, { store: CloudStore; signIn: (name: string) => string }>
  return { state, storages }
}

const problemOf = (working: Promise<unknown>) =>
  working.then(
    () => 'none',
    (error: unknown) => (error instanceof CloudError ? error.reason : String(error)),
  )

describe.each(['Google Drive', 'iCloud'] as const)('a recovery secret in %s', (name) => {
  const open = () => {
    const { state, storages } = setup()
    const { store, signIn } = storages[name]
    return {
      state,
      put: (as = 'ada', id = walletId, value = secret) =>
        store.store({ secret: value, walletId: id, accessToken: signIn(as) }),
      get: (locator: string, as = 'ada', id = walletId) =>
        store.read({ locator, walletId: id, accessToken: signIn(as) }),
    }
  }

  test('is read back by another sign-in of the same account', async () => {
    const { put, get } = open()
    expect(await get(await put())).toEqual(secret)
  })

  test('is stored beside what is there, never over it', async () => {
    const { put, get } = open()
    const next = crypto.getRandomValues(new Uint8Array(32))
    const [first, second] = [await put(), await put('ada', walletId, next)]
    expect(second).not.toBe(first)
    expect([await get(first), await get(second)]).toEqual([secret, next])
  })

  test('error: another account, and another wallet', async () => {
    const { put, get } = open()
    const locator = await put()
    expect(await problemOf(get(locator, 'bob'))).toBe('missing')
    expect(await problemOf(get(locator, 'ada', other))).toBe('damaged')
    expect(await get(locator)).toEqual(secret)
  })

  test.each([
    ['refused', 'refused', 'refused'],
    ['revoked', 'refused', 'refused'],
    ['full', 'full', 'none'],
    ['stale', 'not-kept', 'missing'],
    ['deleted', 'not-kept', 'missing'],
    ['down', 'unavailable', 'unavailable'],
  ] as const)(
    'error: %s while it is stored: %s; while it is read: %s',
    async (answer, storing, reading) => {
      const { state, put, get } = open()
      const locator = await put()
      state.answer = answer
      expect(await problemOf(get(locator))).toBe(reading)
      const fresh = open()
      fresh.state.answer = answer
      expect(await problemOf(fresh.put())).toBe(storing)
    },
  )

  test('error: a stale read of an earlier file is not taken for what was written', async () => {
    const { state, put, get } = open()
    const first = await put()
    state.answer = 'stale'
    const next = crypto.getRandomValues(new Uint8Array(32))
    expect(await problemOf(put('ada', walletId, next))).toBe('not-kept')
    state.answer = 'normal'
    expect(await get(first)).toEqual(secret)
  })

  test('a slow storage is waited for', async () => {
    const { state, put, get } = open()
    state.answer = 'slow'
    expect(await get(await put())).toEqual(secret)
    expect(state.waited).toBe(24_000)
  })

  test('the network’s own text is in no error', async () => {
    const failing = {
      webCrypto: crypto,
      simulator: undefined,
      fetch: async () => {
        throw new TypeError('secret text of the network')
      },
    }
    const store =
      name === 'iCloud'
        ? createICloud(failing, async () => ({
            container_identifier: 'a',
            environment: 'b',
            api_token: 'c',
          }))
        : createGoogleDrive(failing)
    const error: unknown = await store
      .store({ secret, walletId, accessToken: 'x' })
      .catch((it) => it)
    expect(error).toBeInstanceOf(CloudError)
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('secret text')
  })
})

describe('Google Drive', () => {
  test('the file is in the folder of the app, under a name that says nothing', async () => {
    const { state, storages } = setup()
    const { store } = storages['Google Drive']
    await store.store({ secret, walletId, accessToken: 'ada:' })
    const body = (await state.requests[0]?.text()) ?? ''
    expect(body).toContain('"parents":["appDataFolder"]')
    const name = /"name":"([^"]+)"/.exec(body)?.[1] ?? ''
    expect(name).toMatch(/^[0-9a-f-]{36}\.json$/)
    expect(name).not.toContain(walletId)
  })

  test('error: an access token without the folder', async () => {
    const { storages } = setup()
    const { store } = storages['Google Drive']
    const storing = store.store({ secret, walletId, accessToken: 'ada:narrow' })
    expect(await problemOf(storing)).toBe('refused')
  })

  test.each([
    ['another version', (file: object) => ({ ...file, v: 2 })],
    ['another wallet', (file: object) => ({ ...file, wallet_id: other })],
    ['no check value', (file: object) => ({ ...file, kcv: undefined })],
    ['a cut secret', (file: object) => ({ ...file, recovery_secret: 'AAAA' })],
    ['an altered secret', (file: object) => ({ ...file, recovery_secret: 'A'.repeat(43) })],
    ['no JSON', () => 'teapot'],
  ])('error: a file with %s is refused', async (_name, change) => {
    const text = change({ ...(await writeRecoveryFile(crypto, walletId, secret)) })
    const store = createGoogleDrive({
      webCrypto: crypto,
      simulator: undefined,
      fetch: async () => new Response(typeof text === 'string' ? text : JSON.stringify(text)),
    })
    expect(await problemOf(store.read({ locator: 'id', walletId, accessToken: 'x' }))).toBe(
      'damaged',
    )
  })
})

describe('iCloud', () => {
  test('REC-11: error: a token is for one call; each answer has the next', async () => {
    const { state, storages } = setup()
    const { store, signIn } = storages.iCloud
    const accessToken = signIn('ada')
    const locator = await store.store({ secret, walletId, accessToken })
    const tokens = state.requests.map(({ url }) => new URL(url).searchParams.get('ckWebAuthToken'))
    expect(new Set(tokens).size).toBe(2)
    expect(await problemOf(store.read({ locator, walletId, accessToken }))).toBe('refused')
    expect(await store.read({ locator, walletId, accessToken: signIn('ada') })).toEqual(secret)
  })
})
