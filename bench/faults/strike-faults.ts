import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase } from '../../packages/testing/src/database.js'

const lane = fileURLToPath(new URL('./lane.mjs', import.meta.url))

/** What a lane reports. */
export interface Strikes {
  faults: number
  runs: number
  kinds: Record<string, number>
  points: string[]
  missed: string[]
  /** Whether the time ended before the plan did. */
  isOverdue: boolean
  violations: { sentence: string; repeat: string }[]
}

/** How a lane strikes; see `execute.mjs`. */
export interface LaneOptions {
  wanted: number
  minutes: number
  seed: string
  /** Ends after `wanted` faults, although other points were not struck. */
  isSample?: boolean
  /** Strikes only the points of one of `count` shares; `missed` names no others. */
  share?: { index: number; count: number }
}

/** Strikes faults on a stack and a database of their own, and prints a line with what was struck. */
export async function strikeFaults(options: LaneOptions): Promise<Strikes> {
  const database = await createTestDatabase()
  const how = { databaseUrl: database.url, width: 8, isShort: true, ...options }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [lane, JSON.stringify(how)], {
      maxBuffer: 64 * 1024 * 1024,
    })
    // The lane's own format.
    const strikes = JSON.parse(stdout) as Strikes
    const { faults, kinds, points, runs, violations } = strikes
    const byKind = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
    console.info(
      `${faults} faults (${byKind.join(', ')}) at ${points.length} points in ${runs} runs, ${violations.length} violations`,
    )
    return strikes
  } finally {
    await database.drop()
  }
}
