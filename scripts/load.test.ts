import { describe, expect, test } from 'vitest'
import { orderOf, runAtRate, usualMix } from './load/operations.mjs'
import { describeLoad, readMix } from './load/report.mjs'

describe('orderOf', () => {
  test('spreads the parts of a mix evenly', () => {
    expect(orderOf({ login: 1, sign: 3 })).toEqual(['sign', 'login', 'sign', 'sign'])
    expect(orderOf(usualMix)).toHaveLength(10)
  })
})

describe('readMix', () => {
  test('reads names with numbers', () => {
    expect(readMix(undefined, usualMix)).toBe(usualMix)
    expect(readMix('login=1,sign=4', usualMix)).toEqual({ login: 1, sign: 4 })
  })
  test.each(['', 'login', 'login=0', 'login=x', 'other=1', 'login=1,', 'login=1.5', 'toString=1'])(
    'error: %j',
    (text) => expect(readMix(text, usualMix)).toBeUndefined(),
  )
})

describe('runAtRate', () => {
  test('does what is due in order, and leaves out what is due while too many are open', async () => {
    const ended: string[] = []
    const ends: (() => void)[] = []
    let rounds = 0
    const operations = {
      login: async () => {},
      sign: () => new Promise<void>((resolve) => ends.push(resolve)),
    }
    const { left } = await runAtRate(
      {
        ...{ operations, order: ['login', 'sign'], rate: 1e6, mostOpen: 1 },
        isOver: () => {
          rounds += 1
          if (rounds === 5) for (const end of ends) end()
          return rounds === 5
        },
      },
      {
        wait: async () => {},
        onDone: ({ name }: { name: string }) => ended.push(name),
      },
    )
    expect(ended).toEqual(['login', 'sign'])
    expect(left).toBeGreaterThan(0)
  })
})

describe('describeLoad', () => {
  test('counts what was done, what it took and what was refused', () => {
    const { lines, figures } = describeLoad({
      ...{ seconds: 2, rate: 2, left: 1 },
      ended: [
        { name: 'login', ms: 10 },
        { name: 'login', ms: 30 },
        { name: 'sign', ms: 5, error: new Error('/v1/wallets answered 400') },
      ],
      attempts: [
        { status: 200, ms: 10 },
        { status: 200, ms: 30 },
        { status: 400, ms: 5 },
      ],
    })
    expect(figures).toMatchObject({ done: 2, perSecond: 1, statuses: { 200: 2, 400: 1 } })
    expect(lines).toEqual([
      'operation  done  per second  p50 ms  p95 ms  p99 ms  failed',
      'login         2         1.0      30      30      30       0',
      'sign          0         0.0       0       0       0       1',
      '2 done in 2 s, 1.0 a second of 2 asked for; 1 left out because too many were open',
      'attempts by status (0: no answer): {"200":2,"400":1}',
      'failed: /v1/wallets answered 400',
    ])
  })
})
