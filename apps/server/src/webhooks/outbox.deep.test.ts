import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEvents } from '../testing/event-log.js'
import { runOutboxLoad } from '../testing/outbox-load.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
  await logEvents(kit)
})
afterAll(() => kit?.close())

const partMinutes = 10
const users = 2_000
const eventsEach = 5

describe('100,000 events to a receiver that fails 30 %, is slow and dies, with processes that are killed at every await', () => {
  test.each(Array.from({ length: 10 }, (_, part) => part + 1))(
    'part %i of 10: none is lost, order is kept, what comes twice has the same id and body',
    async (part) => {
      const startedAt = performance.now()
      const load = { users, eventsEach, killChance: 0.001, seed: part }
      const { kills, repeated, ...result } = await runOutboxLoad(kit, load)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      process.stdout.write(`  part ${part}: ${kills} kills, ${repeated} repeated, ${seconds} s\n`)
      expect(result).toEqual({ delivered: 10_000, lost: 0, disordered: 0, changed: 0 })
      expect(kills).toBeGreaterThan(50)
    },
    partMinutes * 60_000,
  )
})
