import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kits: TestKit[]
const open = async (environment: 'development' | 'production', trustedProxies: number) => {
  const kit = await createTestKit({
    app: { environment: 'production' },
    config: { environment, trustedProxies },
  })
  kits.push(kit)
  return kit
}
beforeAll(() => {
  kits = []
})
afterAll(() => Promise.all(kits.map((kit) => kit.close())))

const forwarded = { 'x-forwarded-for': '192.0.2.1' }
const jwks = (kit: TestKit, headers: Record<string, string>) =>
  kit.server.inject({ url: `/api/v1/apps/${kit.appId}/jwks.json`, headers })

describe('X-Forwarded-For', () => {
  test('T-09: error: is refused in production while no proxy is trusted, and the log says what to set', async () => {
    const kit = await open('production', 0)
    const refused = await jwks(kit, forwarded)
    await jwks(kit, forwarded)

    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_data'])
    expect(refused.json().error).toContain('SALLYPORT_TRUSTED_PROXIES')
    const lines = kit.log.filter((line) => line.includes('untrusted_proxy'))
    expect(lines).toHaveLength(1)
    expect((await jwks(kit, {})).statusCode).toBe(200)
    expect((await kit.server.inject({ url: '/healthz', headers: forwarded })).statusCode).toBe(200)
  })

  test('T-09: is read when a proxy is trusted, and ignored in development', async () => {
    for (const kit of [await open('production', 1), await open('development', 0)]) {
      expect((await jwks(kit, forwarded)).statusCode).toBe(200)
    }
  })
})
