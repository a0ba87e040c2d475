import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { familyOf } from '../bench/faults/plan.mjs'
import { createTestDatabase } from '../packages/testing/src/database.js'

const lane = fileURLToPath(new URL('../bench/faults/lane.mjs', import.meta.url))
const mostMinutes = 12

interface Result {
  faults: number
  runs: number
  kinds: Record<string, number>
  points: string[]
  missed: string[]
  violations: { sentence: string; repeat: string }[]
}

/** Points there must be at least, by what they stand around: a harness that no longer sees them would strike nothing. */
const leastPoints: Record<string, number> = {
  'page fetch': 10,
  'page storage': 10,
  'frame fetch': 15,
  'frame store': 8,
  'server http': 40,
  'server db': 100,
  'server vault': 10,
  'server mail': 2,
  'signer db': 8,
  'signer socket': 2,
}

test(
  'R06, R07, R09–R11, R23, R30: faults at every await lose no wallet, double nothing, bring nothing back',
  async () => {
    const database = await createTestDatabase()
    const how = {
      databaseUrl: database.url,
      width: 8,
      wanted: 500,
      isShort: true,
      seed: 'npm test',
      minutes: mostMinutes,
    }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [lane, JSON.stringify(how)], {
        maxBuffer: 64 * 1024 * 1024,
      })
      const result: Result = JSON.parse(stdout)
      const { faults, runs, kinds, points, missed, violations } = result
      console.info(
        `${faults} faults (${Object.entries(kinds).map((pair) => pair.reverse().join(' '))}) at ${points.length} points in ${runs} runs, ${violations.length} violations`,
      )

      expect(violations).toEqual([])
      expect(missed).toEqual([])
      expect(faults).toBeGreaterThanOrEqual(500)
      for (const [family, least] of Object.entries(leastPoints)) {
        const seen = points.filter((name) => familyOf(name) === family)
        expect(seen.length, family).toBeGreaterThanOrEqual(least)
      }
    } finally {
      await database.drop()
    }
  },
  (mostMinutes + 3) * 60_000,
)
