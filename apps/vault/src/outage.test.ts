import { createSlowProxy, createTestDatabase, createTestVault } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let close: () => Promise<void>
let vault: Awaited<ReturnType<typeof createTestVault>>
let proxy: Awaited<ReturnType<typeof createSlowProxy>>
beforeAll(async () => {
  const database = await createTestDatabase()
  proxy = await createSlowProxy(database.url)
  const clock = { nowMs: () => Date.UTC(2026, 0, 15) }
  vault = await createTestVault({ databaseUrl: proxy.url, clock, databaseDeadlineMs: 500 })
  close = async () => {
    proxy.open()
    await vault.close()
    await proxy.close()
    await database.drop()
  }
})
afterAll(() => close?.())

const pin = {
  appId: 'clsallyporttestapp0000001',
  issuer: 'auth.example',
  verificationKey: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9
q9UU8I5mEovUf86QZ7kOBIjJwqnzD1omageEHWwHdBO6B+dFabmdT9POxg==
-----END PUBLIC KEY-----`,
}

test.each([
  ['is cut', () => proxy.cut()],
  ['says nothing any more', () => proxy.hold()],
] as const)(
  'while its database %s the vault refuses, and works once it is back',
  async (_, begin) => {
    await vault.call('pinAppKey', pin)
    begin()

    const during = await Promise.allSettled([
      vault.call('pinAppKey', pin),
      vault.call('pinAppKey', pin),
    ])
    const alive = await vault.call('health', {})
    proxy.open()

    for (const each of during) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } })
    }
    expect(alive).toMatchObject({ status: 'ok' })
    await expect
      .poll(() => vault.call('pinAppKey', pin).catch(() => undefined), { timeout: 15_000 })
      .toEqual({})
  },
)

test('while no connection to its database says anything, of a flood none is told to try again', async () => {
  const apps = Array.from({ length: 40 }, (_, i) => ({
    ...pin,
    appId: `clsallyporttestapp00001${String(i).padStart(2, '0')}`,
  }))
  await vault.call('pinAppKey', pin)
  proxy.hold()

  const during = await Promise.allSettled(apps.map((app) => vault.call('pinAppKey', app)))
  proxy.open()

  const codes = during.map((each) => each.status === 'rejected' && each.reason.code)
  expect([...new Set(codes)]).toEqual(['internal_error'])
})
