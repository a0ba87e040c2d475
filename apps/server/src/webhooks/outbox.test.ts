import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEvents } from '../testing/event-log.js'
import { runOutboxLoad } from '../testing/outbox-load.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
  await logEvents(kit)
})
afterAll(() => kit?.close())

test('a receiver that fails 30 %, is slow and dies, and processes that are killed: nothing is lost, each user’s events come in order', async () => {
  const load = { users: 40, eventsEach: 5, killChance: 0.02, seed: 34 }
  const { kills, repeated, ...result } = await runOutboxLoad(kit, load)
  expect(result).toEqual({ delivered: 200, lost: 0, disordered: 0, changed: 0 })
  expect(kills).toBeGreaterThan(10)
  expect(repeated).toBeGreaterThan(10)
})
