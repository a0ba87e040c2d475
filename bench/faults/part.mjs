/** Kills, drops, cuts and closed tabs at every await of login, refresh, creation and recovery: none may break I1–I3. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { query, startPostgres } from '../lib/postgres.mjs'
import { bars, table } from '../lib/table.mjs'
import { measureOutages } from './outages.mjs'

const wanted = 10_000
const { FAULTS_MINUTES = '35', FAULTS_LANES = '4', FAULTS_SEED, FAULTS_REPEAT } = process.env
const laneFile = fileURLToPath(new URL('./lane.mjs', import.meta.url))

/**
 * `FAULTS_MINUTES` bounds the time, `FAULTS_SEED` repeats what was drawn, `FAULTS_REPEAT` one run as a violation prints it,
 * `FAULTS_LANES` sets how many processes strike side by side, each on a stack of its own.
 */
export async function run({ say }) {
  const seed = FAULTS_SEED ?? new Date().toISOString()
  const outages = FAULTS_REPEAT ? undefined : await measureOutages({ say })
  const postgres = await startPostgres()
  try {
    const count = FAULTS_REPEAT ? 1 : Number(FAULTS_LANES)
    const results = await Promise.all(
      Array.from({ length: count }, (_, lane) => strike({ lane, count, seed, postgres, say })),
    )
    return report({ ...merge(results), seed }, { postgres, outages })
  } finally {
    await postgres.stop()
  }
}

async function strike({ lane, count, seed, postgres, say }) {
  const databaseUrl = await postgres.create(`faults${lane}`)
  // Postgres itself is not killed here: waiting for its disk would only make fewer faults.
  await query(databaseUrl, `alter database faults${lane} set synchronous_commit = off`)
  const how = {
    databaseUrl,
    width: 12,
    wanted: Math.ceil(wanted / count),
    // The first one strikes every point by itself.
    isDrawn: lane > 0,
    seed: `${seed}/${lane}`,
    minutes: Number(FAULTS_MINUTES),
    only: FAULTS_REPEAT ? [JSON.parse(FAULTS_REPEAT)] : undefined,
  }
  const running = promisify(execFile)(process.execPath, [laneFile, JSON.stringify(how)], {
    maxBuffer: 1024 * 1024 * 1024,
  })
  running.child.stderr.on('data', (text) => say(`${lane}: ${String(text).trimEnd()}`))
  try {
    return JSON.parse((await running).stdout)
  } catch (error) {
    const violations = [{ sentence: `a process ended: ${error.message.slice(0, 200)}`, repeat: '' }]
    return { faults: 0, runs: 0, unreached: 0, kinds: {}, families: {}, points: [], violations }
  }
}

/** The sums of what each process struck; points are the first one's. */
function merge([first, ...others]) {
  const sum = { ...first, violations: [...first.violations] }
  const struck = new Set(Object.values(first.families).flatMap(({ points }) => points))
  for (const each of others) {
    for (const name of ['faults', 'runs', 'unreached']) sum[name] += each[name]
    for (const [kind, n] of Object.entries(each.kinds)) sum.kinds[kind] = (sum.kinds[kind] ?? 0) + n
    for (const [name, { points, faults }] of Object.entries(each.families)) {
      const family = sum.families[name] ?? { points: [], faults: 0 }
      sum.families[name] = { points: [...family.points, ...points], faults: family.faults + faults }
      for (const point of points) struck.add(point)
    }
    sum.violations.push(...each.violations)
  }
  const known = new Set([...sum.points, ...struck])
  const unstruck = (names) => names.filter((name) => !struck.has(name))
  const missed = unstruck(sum.missed ?? [])
  return { ...sum, points: [...known], missed, fleeting: unstruck(sum.fleeting ?? []) }
}

function report(result, { postgres, outages }) {
  const { families, kinds, points, missed, violations, faults, runs, unreached, seed } = result
  const lasting = points.length - result.fleeting.length
  const byFamily = Object.entries(families)
    .sort()
    .map(([name, family]) => [name, new Set(family.points).size, family.faults])
  const byKind = Object.entries(kinds)
    .sort()
    .map(([name, count]) => [`${name} (${whatOf[name]})`, count])
  const text = [
    ...(outages ? [outages.text, outages.bars] : []),
    `Seed \`${seed}\` · ${runs} runs · ${unreached} drawn faults whose point their run did not pass`,
    table(['points around', 'points', 'faults'], byFamily),
    table(['kind of fault', 'faults'], byKind),
    ...missed.map((name) => `not struck: ${name}`),
    ...result.fleeting.map(
      (name) => `came up once in a process’s life or after a fault only, not struck: ${name}`,
    ),
    ...violations.map(({ sentence, repeat }) => `${sentence}\n    FAULTS_REPEAT='${repeat}'`),
  ].join('\n\n')
  const row = (name, measured, isRight, bar) => ({ name, measured, wanted: bar, holds: isRight })
  return {
    versions: { Postgres: postgres.version },
    measured: {
      seed,
      faults,
      runs,
      kinds,
      families: Object.fromEntries(byFamily.map(([name, ...counts]) => [name, counts])),
      points: points.length,
      missed,
      violations,
      outages: outages && { database: outages.rows, signer: outages.signer },
    },
    text,
    bars: bars([
      row('faults', faults, faults >= wanted, `≥ ${wanted}`),
      row(
        'points struck, of those that come up each time',
        `${lasting - missed.length} of ${lasting}`,
        missed.length === 0,
        'all',
      ),
      row('violations of I1–I3', violations.length, violations.length === 0, 0),
    ]),
  }
}

const whatOf = {
  close: 'the tab is closed',
  cut: 'the connection to the database is cut',
  drop: 'the request or its answer is lost',
  fail: 'the browser’s storage is full',
  kill: 'SIGKILL of the process at the point',
  signer: 'SIGKILL of the signer while the server asks it',
}
