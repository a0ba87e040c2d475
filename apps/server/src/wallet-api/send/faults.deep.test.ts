import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOnce } from '../../testing/expect-once.js'
import type { NodeFault } from '../../testing/faulty-node.js'
import { createFaultWorld, type Faults } from '../../testing/send-faults.js'

/*
 * Sends among faults: processes that stop at any await, twice in a row, with a node that is silent, deaf, late or hears twice. Each
 * part has seeds of its own; `SALLYPORT_FUZZ_SEED` moves them all. `SALLYPORT_SENDS` is how many there are.
 */

const parts = 10
const sendsOfPart = Math.ceil(Number(process.env.SALLYPORT_SENDS ?? 4_000) / parts)
const seed = Number(process.env.SALLYPORT_FUZZ_SEED ?? 1)
const nodes: readonly (NodeFault | undefined)[] = [
  ...['silent', 'deaf', 'twice', 'late', undefined, undefined],
] as readonly (NodeFault | undefined)[]

let world: Awaited<ReturnType<typeof createFaultWorld>>
let steps = 0
beforeAll(async () => {
  world = await createFaultWorld()
  steps = (await world.send({ first: null, isAskedAgain: false })).steps
})
afterAll(() => world.close())

/** Numbers below a bound, the same for a seed each time (mulberry32). */
function numbersOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function faultsOf(random: (below: number) => number): Faults {
  const stop = () => ({ at: random(steps), when: random(2) === 0 ? 'before' : 'after' }) as const
  return {
    first: stop(),
    second: stop(),
    node: nodes[random(nodes.length)],
    isAskedAgain: random(3) > 0,
    isUndone: random(4) === 0,
  }
}

test.each(Array.from({ length: parts }, (_, at) => at))(
  'part %i: one broadcast, one hash, states that are true',
  async (part) => {
    const random = numbersOf(seed * 1_000 + part)
    for (let send = 0; send < sendsOfPart; send += 1) {
      const faults = faultsOf(random)
      const fate = await world.send(faults)
      try {
        expectOnce(fate)
        if (faults.isAskedAgain) expect(fate.executed).toHaveLength(1)
      } catch (cause) {
        throw new Error(`Seed ${seed}, send ${send}: ${JSON.stringify({ faults, fate })}`, {
          cause,
        })
      }
    }
  },
  600_000,
)
