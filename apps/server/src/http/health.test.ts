import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => kit.close())

const ready = async () => {
  kit.clock.advance(1_000)
  const answer = await kit.server.inject('/readyz')
  return [answer.statusCode, answer.json().clock]
}
const moveHostClock = (ms: number) => {
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

describe('/readyz', () => {
  test.each([70_000, -70_000])(
    'error: is 503 while the clock of the host is %i ms from the database’s, and 200 when it is right again',
    async (ms) => {
      expect(await ready()).toEqual([200, true])
      moveHostClock(ms)
      expect(await ready()).toEqual([503, false])
      vi.restoreAllMocks()
      expect(await ready()).toEqual([200, true])
    },
  )

  test('a clock that differs by seconds is right enough', async () => {
    moveHostClock(20_000)
    expect(await ready()).toEqual([200, true])
  })

  test('the answer of before is not given for hours after the clock was set back', async () => {
    await ready()
    kit.clock.advance(-7_200_000)
    moveHostClock(70_000)
    expect((await kit.server.inject('/readyz')).statusCode).toBe(503)
    kit.clock.advance(7_200_000)
  })
})
