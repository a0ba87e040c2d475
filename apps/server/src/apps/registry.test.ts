import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/connect.js'
import { createApps } from './registry.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit?.close())

/** Apps over a database that can be made to fail or to say nothing, at a time the test moves. */
function setup() {
  let nowMs = 0
  let mode: 'works' | 'fails' | 'hangs' = 'works'
  const { db, keyEncryption } = kit.deps
  const moody = new Proxy(db, {
    get: (target, name) => {
      if (mode === 'fails') throw new Error('away')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const hanging = () => new Promise<never>(() => undefined)
  const reading = new Proxy(moody, {
    get: (target, name, receiver) =>
      mode === 'hangs' && name === 'selectFrom'
        ? () => endless(hanging)
        : Reflect.get(target, name, receiver),
  })
  const apps = createApps({
    // Only what `readApp` calls is there.
    db: reading as Db,
    keyEncryption,
    environment: 'development',
    monotonicMs: () => nowMs,
    wait: async () => undefined,
  })
  return {
    apps,
    set: (next: typeof mode) => {
      mode = next
    },
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

/** A query builder whose every end is `work`. */
function endless(work: () => Promise<never>): unknown {
  const builder: object = new Proxy(
    {},
    { get: (_, name) => (name === 'executeTakeFirst' ? work : () => builder) },
  )
  return builder
}

describe('createApps while the database is away', () => {
  test.each(['fails', 'hangs'] as const)('an app that was read stays while it %s', async (mode) => {
    const { apps, set, advance } = setup()
    const before = await apps.find(kit.appId)
    set(mode)
    advance(1_001)

    expect(await apps.find(kit.appId)).toBe(before)
  })

  test('error: after five minutes it does not', async () => {
    const { apps, set, advance } = setup()
    await apps.find(kit.appId)
    set('fails')
    advance(300_001)

    await expect(apps.find(kit.appId)).rejects.toThrow('away')
  })

  test('error: an app that was never read is not made up', async () => {
    const { apps, set } = setup()
    set('fails')

    await expect(apps.find(kit.appId)).rejects.toThrow('away')
  })

  test('it is read anew as soon as the database answers', async () => {
    const { apps, set, advance } = setup()
    const before = await apps.find(kit.appId)
    set('fails')
    advance(1_001)
    await apps.find(kit.appId)
    set('works')
    advance(1_001)

    // Nothing had to wait: the newer answer is the next one's at the latest.
    await apps.find(kit.appId)
    await expect.poll(() => apps.find(kit.appId)).not.toBe(before)
  })
})

describe('createApps', () => {
  const registry = (environment: 'development' | 'production', unknownPerMinute = 0) =>
    createApps({ db: kit.db, keyEncryption: kit.deps.keyEncryption, environment, unknownPerMinute })

  test('T-24: a production server does not find a development app, nor its localhost', async () => {
    const apps = registry('production')

    expect(await apps.find(kit.appId)).toBeUndefined()
    expect(await apps.allowOrigin('http://localhost:5173')).toBe(false)
    expect(await registry('development').find(kit.appId)).toBeDefined()
  })

  test('T-21: error: an address may ask for so many unknown apps and origins; known ones stay free', async () => {
    const apps = registry('development', 3)
    const ip = '192.0.2.1'
    for (let i = 0; i < 5; i += 1) await apps.find(kit.appId, ip)
    await apps.find('unknown-1', ip)
    await apps.find('unknown-2', ip)
    await apps.allowOrigin('https://unknown.example', ip)

    await expect(apps.find('unknown-3', ip)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(apps.allowOrigin('https://other.example', ip)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    expect(await apps.find(kit.appId, ip)).toBeDefined()
    expect(await apps.find('unknown-3', '192.0.2.2')).toBeUndefined()
  })
})
