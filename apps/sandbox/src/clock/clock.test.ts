import { describe, expect, test } from 'vitest'
import { SandboxClock } from './clock.js'

describe('SandboxClock', () => {
  test('resolves a move when every listener uses the new offset', async () => {
    const log: string[] = []
    const clock = new SandboxClock({
      offsetMs: 1000,
      save: (offset) => log.push(`saved ${offset}`),
    })
    await clock.follow(async (offset) => {
      await Promise.resolve()
      log.push(`server ${offset}`)
    })

    const state = await clock.advance(60_000)

    expect(log).toEqual(['server 1000', 'saved 61000', 'server 61000'])
    expect(state.offsetMs).toBe(61_000)
    expect(Date.parse(state.now) - Date.now()).toBeGreaterThan(60_000)
  })

  test('adds up concurrent moves', async () => {
    const clock = new SandboxClock({ offsetMs: 0, save: () => undefined })

    await Promise.all([clock.advance(10), clock.advance(20)])

    expect(clock.state().offsetMs).toBe(30)
  })

  test('error: rejects when a listener fails, and accepts later moves', async () => {
    let silent = false
    const clock = new SandboxClock({ offsetMs: 0, save: () => undefined })
    await clock.follow(async () => {
      if (silent) throw new Error('no answer')
    })
    silent = true
    await expect(clock.advance(1)).rejects.toThrow('no answer')
    silent = false

    await expect(clock.advance(1)).resolves.toMatchObject({ offsetMs: 2 })
  })
})
