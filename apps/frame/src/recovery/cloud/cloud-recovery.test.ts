import { cloudKitContainer, cloudKitTokens, createCloudSimulator } from '@sallyport/sandbox'
import { describe, expect, test } from 'vitest'
import { createCloudSecret, openCloudSecret } from './cloud-recovery.js'

const walletId = '3f0c6a4e-1111-4000-8000-000000000001'
const scope = 'openid https://www.googleapis.com/auth/drive.appdata'
const simulator = createCloudSimulator({
  oauth: {
    handle: async () => new Response(null, { status: 404 }),
    grantOf: (personId) => ({ personId, clientId: 'sandbox-google', scope }),
  },
})
const cloud = {
  outside: {
    webCrypto: crypto,
    simulator: 'http://simulator',
    fetch: async (input: RequestInfo | URL, init?: RequestInit) =>
      simulator.handle(new Request(String(input), init)),
  },
  readContainer: async () => ({
    container_identifier: cloudKitContainer,
    environment: 'development',
    api_token: cloudKitTokens.web,
  }),
}
const accessTo = {
  'google-drive': () => 'ada',
  icloud: () => simulator.signInToICloud('ada'),
} as const

const typeOf = (working: Promise<unknown>) =>
  working.then(
    () => 'none',
    (error: { type?: string }) => error.type,
  )

describe('the secret of a user in a cloud storage', () => {
  test.each(['google-drive', 'icloud'] as const)(
    'is made in %s, and found by its locator',
    async (storage) => {
      const fields = () => ({ recoveryAccessToken: accessTo[storage]() })
      const made = await createCloudSecret({ cloud, method: storage, walletId, fields: fields() })
      expect(made.secret).toHaveLength(32)
      const { locator } = made
      const found = await openCloudSecret({
        cloud,
        method: storage,
        walletId,
        locator,
        fields: fields(),
      })
      expect(found).toEqual(made)
      const next = await createCloudSecret({ cloud, method: storage, walletId, fields: fields() })
      expect(next.locator).not.toBe(locator)
      expect(next.secret).not.toEqual(made.secret)
    },
  )

  test.each(['google-drive', 'icloud'] as const)('error: no access to %s', async (storage) => {
    const request = { method: storage, walletId, fields: {} }
    expect(await typeOf(createCloudSecret({ cloud, ...request }))).toBe('invalid_request_arguments')
    const opening = openCloudSecret({ cloud, ...request, locator: 'x' })
    expect(await typeOf(opening)).toBe('invalid_request_arguments')
  })
})

describe('the secret that a native client keeps in iCloud itself', () => {
  const secret = 'rb2qX0_v9l1ySpk3e7oLTw'
  const fields = { recoverySecretOverride: secret, iCloudRecordNameOverride: 'record-1' }

  test('is found by the name the client gives, and is another one for each wallet', async () => {
    const request = { method: 'icloud', walletId, fields } as const
    const made = await createCloudSecret({ cloud, ...request })
    expect(made).toEqual({
      method: 'icloud',
      secret: expect.any(Uint8Array),
      locator: 'record-1',
    })
    const opened = { ...request, fields: { recoverySecretOverride: secret }, locator: 'record-1' }
    expect(await openCloudSecret({ cloud, ...opened })).toEqual(made)
    const other = await createCloudSecret({ cloud, ...request, walletId: crypto.randomUUID() })
    expect(other.secret).not.toEqual(made.secret)
  })

  test('error: a secret that can be guessed, a missing name, and Google Drive', async () => {
    const create = (given: object, storage: 'icloud' | 'google-drive' = 'icloud') =>
      typeOf(
        createCloudSecret({ cloud, method: storage, walletId, fields: { ...fields, ...given } }),
      )
    expect(await create({})).toBe('none')
    expect(await create({ recoverySecretOverride: 'password1' })).toBe('invalid_request_arguments')
    expect(await create({ iCloudRecordNameOverride: null })).toBe('invalid_request_arguments')
    expect(await create({}, 'google-drive')).toBe('invalid_request_arguments')
  })
})
