/** Kills, drops, cuts and closed tabs at every await of login, refresh, creation and recovery: none may break I1–I3. */
import { query, startPostgres } from '../lib/postgres.mjs'
import { bars, table } from '../lib/table.mjs'
import { execute } from './execute.mjs'

const wanted = 10_000
const mostMinutes = Number(process.env.FAULTS_MINUTES ?? 40)
const lanes = 2
/** People side by side on each lane's two servers. */
const width = 16

export async function run({ say }) {
  const seed = process.env.FAULTS_SEED ?? new Date().toISOString()
  const only = process.env.FAULTS_REPEAT ? [JSON.parse(process.env.FAULTS_REPEAT)] : undefined
  const postgres = await startPostgres()
  try {
    const databases = []
    for (let lane = 0; lane < lanes; lane++) {
      const url = await postgres.create(`faults${lane}`)
      // Postgres itself is not killed here: waiting for its disk would only make fewer faults.
      await query(url, `alter database faults${lane} set synchronous_commit = off`)
      databases.push(url)
    }
    const until = Date.now() + mostMinutes * 60_000
    const result = await execute({
      databases: only ? databases.slice(0, 1) : databases,
      width,
      wanted,
      thorough: false,
      seed,
      until,
      only,
      say,
    })
    return report({ ...result, seed, isWhole: !only }, postgres)
  } finally {
    await postgres.stop()
  }
}

function report(result, postgres) {
  const { families, kinds, points, missed, violations, faults, runs, unreached, seed } = result
  const byFamily = Object.entries(families)
    .sort()
    .map(([name, family]) => [name, family.points.size, family.faults])
  const byKind = Object.entries(kinds)
    .sort()
    .map(([name, count]) => [`${name} (${whatOf[name]})`, count])
  const text = [
    `Seed \`${seed}\` · ${runs} runs · ${unreached} drawn faults whose point their run did not pass`,
    table(['points around', 'points', 'faults'], byFamily),
    table(['kind of fault', 'faults'], byKind),
    ...missed.map((name) => `not struck: ${name}`),
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
    },
    text,
    bars: bars([
      row('faults', faults, faults >= wanted, `≥ ${wanted}`),
      row(
        'points struck',
        `${points.length - missed.length} of ${points.length}`,
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
