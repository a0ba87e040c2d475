import { ApiError } from '@sallyport/contract'
import { createTestKit, dumpTables, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropOldRequests } from '../db/idempotent-requests.js'
import { oncePerKey } from './once-per-key.js'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

let kit: TestKit
let keys = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

/** A request with a key of its own, and how often it was carried out. */
function repeatable({ isKept = true }: { isKept?: boolean } = {}) {
  keys += 1
  const key = `key ${keys}`
  const made: number[] = []
  const work = async () => {
    made.push(made.length)
    return { made: made.length }
  }
  const ask = (
    request: object = { pay: 1 },
    { doing = work, appId = kit.appId }: { doing?: typeof work; appId?: string } = {},
  ) => oncePerKey(kit.deps, { appId, key, request, isKept: () => isKept }, doing)
  return { ask, made, key }
}

/** Work that says when it has started, and runs until it is refused. */
function startable() {
  let start: () => void = () => undefined
  let refuse: (error: Error) => void = () => undefined
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const work = () => {
    start()
    return new Promise<never>((_, reject) => {
      refuse = reject
    })
  }
  return { work, started, refuse: (error: Error) => refuse(error) }
}

describe('oncePerKey', () => {
  test('carries a request without a key out every time', async () => {
    let made = 0
    const ask = () =>
      oncePerKey(
        kit.deps,
        { appId: kit.appId, key: undefined, request: {}, isKept: () => true },
        async () => ({ made: ++made }),
      )
    expect([await ask(), await ask()]).toEqual([{ made: 1 }, { made: 2 }])
  })

  test('WAL-03: gives the first answer again for a day, then the key is free', async () => {
    const { ask, made } = repeatable()
    expect([await ask(), await ask()]).toEqual([{ made: 1 }, { made: 1 }])
    kit.clock.advance(dayMs - 1)
    expect(await ask()).toEqual({ made: 1 })
    kit.clock.advance(1)
    expect(await ask({ pay: 2 })).toEqual({ made: 2 })
    expect(made).toHaveLength(2)
  })

  test('carries out again what gave no answer to keep', async () => {
    const { ask } = repeatable({ isKept: false })
    expect([await ask(), await ask()]).toEqual([{ made: 1 }, { made: 2 }])
    await expect(ask({ pay: 2 })).rejects.toMatchObject({ code: 'invalid_data' })
  })

  test('WAL-19: error: another request with the key; another app may use the same key', async () => {
    const { ask } = repeatable()
    await ask()
    await expect(ask({ pay: 2 })).rejects.toMatchObject({ code: 'invalid_data', status: 400 })
    const other = await kit.addApp()
    expect(await ask({ pay: 2 }, { appId: other.appId })).toEqual({ made: 2 })
  })

  test('error: the same request while it is carried out; after a minute it ended with its process', async () => {
    const { ask, made } = repeatable()
    const endless = startable()
    void ask({ pay: 1 }, { doing: endless.work })
    await endless.started
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
    kit.clock.advance(minuteMs)
    expect(await ask()).toEqual({ made: 1 })
    expect(made).toHaveLength(1)
  })

  test('a run that is refused after another took its place does not end that one', async () => {
    const { ask, made } = repeatable()
    const slow = startable()
    const first = ask({ pay: 1 }, { doing: slow.work }).catch((error) => error)
    await slow.started
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
    kit.clock.advance(minuteMs)
    await ask()
    slow.refuse(new ApiError('policy_violation'))
    expect(await first).toMatchObject({ code: 'policy_violation' })

    expect(await ask()).toEqual({ made: 1 })
    expect(made).toHaveLength(1)
  })

  test('one that is refused leaves the key free', async () => {
    const { ask } = repeatable()
    const refused = async () => {
      throw new ApiError('policy_violation')
    }
    await expect(ask({ pay: 1 }, { doing: refused })).rejects.toMatchObject({
      code: 'policy_violation',
    })
    expect(await ask({ pay: 2 })).toEqual({ made: 1 })
  })

  test('WAL-19: error: a key that is empty or has more than 256 characters', async () => {
    for (const key of ['', 'k'.repeat(257)]) {
      const asked = { appId: kit.appId, key, request: {}, isKept: () => true }
      await expect(oncePerKey(kit.deps, asked, async () => ({}))).rejects.toMatchObject({
        code: 'invalid_data',
      })
    }
  })

  test('neither key nor request is stored, and both are forgotten after a day', async () => {
    const { ask, key } = repeatable()
    await ask({ to: 'a friend' })
    const tables = await dumpTables(kit.db)
    expect(JSON.stringify(tables)).not.toContain(key)
    expect(JSON.stringify(tables)).not.toContain('a friend')
    await dropOldRequests(kit.db, kit.clock.nowMs() + dayMs)
    expect(await kit.db.selectFrom('idempotent_request').selectAll().execute()).toEqual([])
  })
})
