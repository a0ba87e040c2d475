import { expect, test } from 'vitest'
import { familyOf } from './plan.mjs'
import { strikeFaults } from './strike-faults.js'

/** The share of the points that this run strikes: `SALLYPORT_SHARE=2/5` names one, all are struck without. */
const [index = 1, count = 1] = (process.env.SALLYPORT_SHARE ?? '1/1').split('/').map(Number)

/** Two quiet cores need half of it. */
const minutes = Math.ceil(90 / count) + 5
/** Faults in all. */
const wanted = Math.ceil(500 / count)

/** How many points there must be at least, by what they stand around: a harness that misses points would strike nothing. */
const leastPoints: Record<string, number> = {
  'page fetch': 10,
  'page storage': 10,
  'frame fetch': 15,
  'frame store': 8,
  'server http': 40,
  'server db': 100,
  'server vault': 10,
  'server signer': 8,
  'server mail': 2,
  'vault db': 8,
  'vault socket': 2,
  'signer db': 10,
  'signer socket': 2,
}

test(
  'R06, R07, R09–R11, R23, R30: faults at every await lose no wallet, double nothing, bring nothing back',
  async () => {
    const { faults, points, missed, violations, isOverdue } = await strikeFaults({
      wanted,
      seed: 'npm test',
      minutes,
      share: { index, count },
    })

    expect(violations).toEqual([])
    // A run that had no time for every point says so, and not which points it had not come to.
    expect(isOverdue).toBe(false)
    expect(missed).toEqual([])
    expect(faults).toBeGreaterThanOrEqual(wanted)
    for (const [family, least] of Object.entries(leastPoints)) {
      const seen = points.filter((name) => familyOf(name) === family)
      expect(seen.length, family).toBeGreaterThanOrEqual(least)
    }
  },
  (minutes + 3) * 60_000,
)
