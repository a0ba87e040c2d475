import { expect, test } from 'vitest'
import { strikeFaults } from './strike-faults.js'

/* A sample of the faults; `faults.deep.test.ts` strikes every point. */

const wanted = 40

test('R06, R07, R09–R11: a sample of faults loses no wallet, doubles nothing, brings nothing back', async () => {
  const { faults, kinds, points, violations } = await strikeFaults({
    wanted,
    seed: 'sample',
    minutes: 3,
    isSample: true,
  })

  expect(violations).toEqual([])
  expect(faults).toBeGreaterThanOrEqual(wanted)
  expect(points.length).toBeGreaterThan(200)
  for (const kind of ['kill', 'drop', 'cut', 'close']) expect(kinds[kind], kind).toBeGreaterThan(0)
}, 300_000)
