import { createSlowProxy, createTestKit, type SlowProxy, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb, type Db } from '../db/connect.js'
import { oncePerKey } from './once-per-key.js'

let kit: TestKit
let proxy: SlowProxy
let db: Db
beforeAll(async () => {
  kit = await createTestKit()
  proxy = await createSlowProxy(kit.databaseUrl)
  db = connectDb({ url: proxy.url, deadlineMs: 500 })
})
afterAll(async () => {
  proxy?.open()
  await db?.destroy()
  await kit?.close()
  await proxy?.close()
})

describe('oncePerKey while the database goes away', () => {
  test('answers a repeated request with what was done, once the database is back', async () => {
    let made = 0
    const ask = (work: () => Promise<object>) =>
      oncePerKey(
        { db, clock: kit.clock },
        { appId: kit.appId, key: 'outage 1', request: {}, isKept: () => true },
        work,
      )
    const done = ask(async () => {
      made += 1
      proxy.cut()
      return { made }
    })
    await expect(done).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    proxy.open()

    const again = () =>
      ask(async () => {
        made += 1
        return { made }
      }).catch(({ code }: { code: string }) => code)
    await expect.poll(again).toEqual({ made: 1 })
    expect(made).toBe(1)
  })

  test('leaves the key of a request that failed free, once the database is back', async () => {
    const ask = (work: () => Promise<object>) =>
      oncePerKey(
        { db, clock: kit.clock },
        { appId: kit.appId, key: 'outage 2', request: {}, isKept: () => true },
        work,
      )
    const failed = ask(async () => {
      proxy.cut()
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow()
    proxy.open()

    const again = () => ask(async () => ({ made: 1 })).catch(({ code }: { code: string }) => code)
    await expect.poll(again).toEqual({ made: 1 })
  })

  test('leaves the key free of a request that began without the server hearing of it', async () => {
    const ask = () =>
      oncePerKey(
        { db, clock: kit.clock },
        { appId: kit.appId, key: 'outage 3', request: {}, isKept: () => true },
        async () => ({ made: 1 }),
      )
    proxy.delay(1_000)
    await expect(ask()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    proxy.open()

    const again = () => ask().catch(({ code }: { code: string }) => code)
    await expect.poll(again).toEqual({ made: 1 })
  })
})
