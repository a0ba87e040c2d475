import { describe, expect, test } from 'vitest'
import { createLookup } from './lookup.js'
import { createUnknownLookups } from './unknown-lookups.js'

function setup(maxEntries: number) {
  let nowMs = 0
  const asked: string[] = []
  const lookup = createLookup<string>({
    freshMs: 1_000,
    staleMs: 60_000,
    slowMs: 10,
    maxEntries,
    nowMs: () => nowMs,
    wait: () => new Promise(() => undefined),
  })
  const get = (key: string, value: string | undefined = `value of ${key}`) =>
    lookup.get(key, async () => {
      asked.push(key)
      return key.startsWith('missing') ? undefined : value
    })
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { lookup, get, asked, advance }
}

describe('createLookup', () => {
  test('T-21: a thousand keys that do not exist leave those that do in memory', async () => {
    const { get, asked } = setup(3)
    await get('a')
    await get('b')
    for (let i = 0; i < 1_000; i += 1) await get(`missing ${i}`)
    asked.length = 0

    expect(await get('a')).toBe('value of a')
    expect(await get('b')).toBe('value of b')
    expect(asked).toEqual([])
  })

  test('T-21: the key that was used longest ago makes room', async () => {
    const { get, asked } = setup(2)
    await get('a')
    await get('b')
    await get('a')
    await get('c')
    asked.length = 0

    await get('a')
    await get('b')

    expect(asked).toEqual(['b'])
  })

  test('T-21: a missing key is asked for once a second, and no more of them are kept than of the others', async () => {
    const { get, asked, advance, lookup } = setup(2)
    await get('missing 1')
    await get('missing 1')
    expect(asked).toEqual(['missing 1'])

    advance(1_000)
    await get('missing 1')
    await get('missing 2')
    await get('missing 3')

    expect(lookup.has('missing 1')).toBe(false)
    expect(lookup.has('missing 3')).toBe(true)
  })

  test('error: after the clock was set back by hours, nothing is kept for hours', async () => {
    const { get, asked, advance } = setup(2)
    await get('a')
    await get('missing 1')
    advance(-7_200_000)
    asked.length = 0

    await get('a', 'newer')
    await get('missing 1')

    expect(asked).toEqual(['a', 'missing 1'])
    expect(await get('a')).toBe('newer')
  })

  test('requests that come together ask once', async () => {
    const { get, asked } = setup(2)
    await Promise.all([get('a'), get('a'), get('a')])
    expect(asked).toEqual(['a'])
  })

  test('what was asked before the key was deleted is not kept', async () => {
    const { lookup, get } = setup(2)
    const older = get('a', 'older')
    lookup.delete('a')

    expect(await older).toBe('older')
    expect(await get('a', 'newer')).toBe('newer')
  })
})

describe('createUnknownLookups', () => {
  function setupBudget(perMinute: number) {
    let nowMs = 0
    const budget = createUnknownLookups({ perMinute, nowMs: () => nowMs })
    const advance = (ms: number) => {
      nowMs += ms
    }
    return { budget, advance }
  }

  test('T-21: error: an address that asked for too many is refused until its minute is over', () => {
    const { budget, advance } = setupBudget(2)
    budget.spend('192.0.2.1')
    budget.spend('192.0.2.1')
    advance(15_000)

    expect(() => budget.spend('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'too_many_requests', data: { retry_after: 45 } }),
    )
    budget.spend('192.0.2.2')
    advance(45_000)
    budget.spend('192.0.2.1')
  })

  test('a look-up that found something costs nothing', () => {
    const { budget } = setupBudget(1)
    for (let i = 0; i < 10; i += 1) {
      budget.spend('192.0.2.1')
      budget.refund('192.0.2.1')
    }
  })

  test('one IPv6 network counts as one address', () => {
    const { budget } = setupBudget(1)
    budget.spend('2001:db8::1')
    expect(() => budget.spend('2001:db8::2')).toThrow()
  })
})
