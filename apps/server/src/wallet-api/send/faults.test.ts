import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOnce } from '../../testing/expect-once.js'
import { createFaultWorld } from '../../testing/send-faults.js'

/* A sample of `faults.deep.test.ts`: one send, one broadcast, one hash, whatever stops in between. */

let world: Awaited<ReturnType<typeof createFaultWorld>>
beforeAll(async () => {
  world = await createFaultWorld()
})
afterAll(() => world.close())

describe('a process that stops at an await of a send', () => {
  test('at each of them, before and after it is done', async () => {
    const healthy = await world.send({ first: null, isAskedAgain: false })
    expectOnce(healthy)
    expect(healthy.executed).toHaveLength(1)
    for (let at = 0; at < healthy.steps; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const fate = await world.send({ first: { at, when }, isAskedAgain: true })
        expectOnce(fate)
        // Who asks again gets it done.
        expect(fate.executed).toHaveLength(1)
      }
    }
  })
})

describe('a node', () => {
  test.each(['silent', 'deaf', 'twice', 'late'] as const)('that is %s', async (node) => {
    for (const isAskedAgain of [false, true]) {
      const fate = await world.send({ first: null, node, isAskedAgain })
      expectOnce(fate)
      expect(fate.executed).toHaveLength(1)
    }
  })

  test('that undoes a block', async () => {
    const fate = await world.send({ first: null, isAskedAgain: false, isUndone: true })
    expectOnce(fate)
    expect(fate.executed).toHaveLength(1)
  })
})
