import { expect, test } from 'vitest'
import { refuseWhile } from './refuse-while.js'

const line = JSON.stringify({ id: '7', call: 'health', input: {} })

test('error: while the clock is off no call is carried out, and each is answered by its id', async () => {
  let isOff = true
  const carriedOut: string[] = []
  const answer = refuseWhile(
    () => isOff,
    async (asked) => {
      carriedOut.push(asked)
      return { id: '7', output: 'done' }
    },
  )

  expect(await answer(line)).toEqual({ id: '7', error: { code: 'clock_off' } })
  expect(await answer('no request')).toEqual({ id: null, error: { code: 'clock_off' } })
  expect(carriedOut).toEqual([])
  isOff = false
  expect(await answer(line)).toEqual({ id: '7', output: 'done' })
})
