import { describe, expect, test } from 'vitest'
import { createRunExclusive } from '../wallet/run-exclusive.js'
import { browserParts } from './browser-parts.js'
import { openGrantStore } from './grant-store.js'
import { openStore } from './open-store.js'

const refuse = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

/** Firefox with all cross-site cookies blocked: objects are there, and throw where they are used. */
const blocking = {
  indexedDB: { open: refuse },
  get localStorage() {
    return refuse()
  },
  navigator: { locks: { request: refuse } },
  BroadcastChannel: class {
    constructor() {
      refuse()
    }
  },
}
/** A sandboxed frame, where even the objects are refused. */
const sandboxed = {
  get indexedDB() {
    return refuse()
  },
  get localStorage() {
    return refuse()
  },
  get navigator() {
    return refuse()
  },
}
const worlds = [
  ['refuses it when it is used', blocking],
  ['refuses it when it is touched', sandboxed],
  ['has none', { navigator: {} }],
] as const

describe.each(worlds)('a browser that %s', (_, scope) => {
  // The parts of a browser that are touched.
  const parts = browserParts(scope as unknown as typeof globalThis)

  test('connects no pages and keeps no flags', () => {
    expect(parts.openChannel('sallyport:app')).toBeUndefined()
    expect(parts.localStorage).toBeUndefined()
  })

  test('keeps devices as long as the page is open', async () => {
    const store = await openStore(parts.indexedDB)
    expect(store.storage).toBe('ephemeral')
    expect(await store.list({ appId: 'app', userId: 'user' })).toEqual([])
  })

  test('keeps grants as long as the page is open', async () => {
    const store = openGrantStore(parts.indexedDB, parts.localStorage)
    expect([store.isUsed(), await store.get('key')]).toEqual([false, undefined])
    await store.put('key', 'value')
    expect([store.isUsed(), await store.get('key')]).toEqual([true, 'value'])
  })

  test('runs tasks of one name one after the other in this page', async () => {
    const runExclusive = createRunExclusive(parts.locks)
    const order: string[] = []
    const task = (name: string) => async () => {
      order.push(`${name} begins`)
      await Promise.resolve()
      order.push(`${name} ends`)
    }
    await Promise.all([runExclusive('root', task('one')), runExclusive('root', task('two'))])
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  })
})

test('a grant store whose flags are refused later keeps working', async () => {
  const flags = { getItem: refuse, setItem: refuse }
  const store = openGrantStore(undefined, flags)
  await store.put('key', 'value')
  expect([store.isUsed(), await store.get('key')]).toEqual([true, 'value'])
})
