import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failOver, orderOf, pauseMs } from './fail-over.js'
import type { SocketClient } from './socket-client.js'
import { VaultRefusal, VaultUnavailable } from './vault.js'

const calls = {
  read: { output: z.object({ from: z.number() }) },
  count: { output: z.object({ from: z.number() }) },
}
type Answer = 'works' | 'unreachable' | 'silent' | 'refuses'

describe('failOver', () => {
  test('asks the next address when one cannot be reached, and stays there', async () => {
    const { client, asked, answers } = setup(['unreachable', 'works'])

    expect(await client.call('count', {})).toEqual({ from: 1 })
    answers[0] = 'works'
    expect(await client.call('count', {})).toEqual({ from: 1 })
    expect(asked).toEqual([0, 1, 1])
  })

  test('repeats a call without an answer where the second time changes nothing', async () => {
    const { client } = setup(['silent', 'works'])
    expect(await client.call('read', {})).toEqual({ from: 1 })
  })

  test('error: makes a call once that may have been carried out', async () => {
    const { client, asked } = setup(['silent', 'works'])

    await expect(client.call('count', {})).rejects.toMatchObject({ mayBeDone: true })
    expect(asked).toEqual([0])
    expect(await client.call('count', {})).toEqual({ from: 1 })
  })

  test('error: a refusal is an answer', async () => {
    const { client, asked } = setup(['refuses', 'works'])
    await expect(client.call('read', {})).rejects.toBeInstanceOf(VaultRefusal)
    expect(asked).toEqual([0])
  })

  test('error: says that none answers, after asking all', async () => {
    const { client, asked } = setup(['unreachable', 'unreachable'])
    await expect(client.call('count', {})).rejects.toBeInstanceOf(VaultUnavailable)
    // Both are paused now, and are asked all the same.
    await expect(client.call('count', {})).rejects.toBeInstanceOf(VaultUnavailable)
    expect(asked).toEqual([0, 1, 0, 1])
  })

  test('error: asks no further address for a call that has waited for six seconds', async () => {
    const { client, asked } = setup(['silent', 'works'], { silentMs: 6_000 })
    await expect(client.call('read', {})).rejects.toBeInstanceOf(VaultUnavailable)
    expect(asked).toEqual([0])
  })
})

describe('orderOf', () => {
  test('begins with the preferred address and ends with those that failed', () => {
    const known = [100, 0, 300, 0].map((pausedUntilMs) => ({ failures: 1, pausedUntilMs }))
    expect(orderOf(known, { preferred: 1, nowMs: 50 })).toEqual([1, 3, 2, 0])
    expect(orderOf(known, { preferred: 1, nowMs: 150 })).toEqual([1, 3, 0, 2])
  })
})

describe('pauseMs', () => {
  test('doubles up to ten seconds, less up to a half', () => {
    expect([1, 2, 3, 9].map((failures) => pauseMs(failures, 1))).toEqual([250, 500, 1_000, 10_000])
    expect(pauseMs(1, 0)).toBe(125)
  })
})

function setup(answers: Answer[], { silentMs = 0 } = {}) {
  const asked: number[] = []
  let nowMs = 0
  const clients = answers.map((_, from) => ({
    // Every call of the table has the same answer.
    call: (async () => {
      asked.push(from)
      const answer = answers[from]
      if (answer === 'refuses') throw new VaultRefusal('not_found')
      if (answer === 'silent') nowMs += silentMs
      if (answer !== 'works')
        throw new VaultUnavailable('no answer', { mayBeDone: answer === 'silent' })
      return { from }
    }) as SocketClient<typeof calls>['call'],
    close: () => {},
  }))
  const repeats = { read: 'repeat', count: 'once' } as const
  const deps = { repeats, nowMs: () => nowMs, chance: () => 1 }
  return { client: failOver<typeof calls>(clients, deps), asked, answers }
}
