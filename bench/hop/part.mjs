import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { provisionSigners } from '../faults/provision.mjs'
import { startServer } from '../lib/child.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { percentile, short } from '../lib/stats.mjs'
import { table } from '../lib/table.mjs'
import { startPooler } from './pooler.mjs'
import { start, visit } from './targets.mjs'

const samples = 200
const warmUp = 20
const delayMs = 1
const operations = ['code send', 'code verify', 'user lookup', 'refresh', 'create', 'sign']
const wireFile = fileURLToPath(new URL('wire.mjs', import.meta.url))

/** One API and signer after another on one database: beside it, behind a wire that takes no time and one that takes some, and behind PgBouncer. */
export async function run({ say }) {
  const postgres = await startPostgres()
  const started = []
  const kept = (one) => {
    started.push(one)
    return one
  }
  try {
    const url = await postgres.create('bench_hop')
    const urls = { api: url, signer: (await provisionSigners(url)).signerUrl }
    const wire = async (ms) => {
      const env = { TARGET: new URL(url).port, DELAY_MS: String(ms) }
      const { port } = new URL(kept(await startServer(wireFile, { databaseUrl: url, env })).url)
      return (each) => Object.assign(new URL(each), { port }).href
    }
    const pooler = await startPooler(urls)
    if (pooler) kept(pooler)
    else say('without PgBouncer: apt-get install pgbouncer')
    const ways = {
      beside: (each) => each,
      wire: await wire(0),
      far: await wire(delayMs),
      ...(pooler && { pooler: pooler.through }),
    }
    const keys = {
      BENCH_KEK: randomBytes(32).toString('base64'),
      SIGNER_KEK: randomBytes(32).toString('base64'),
    }
    const targets = {}
    for (const [name, through] of Object.entries(ways)) {
      const { beside } = targets
      const env = {
        ...keys,
        ...(name === 'pooler' && { BENCH_POOLER: '1' }),
        ...(beside && { BENCH_APP_ID: beside.appId }),
      }
      targets[name] = kept(await start(urls, { through, env, basic: beside?.basic }))
    }
    const took = await visitInTurn(targets)
    const tripMs = (await tripOf(ways.far(url))) - (await tripOf(ways.wire(url)))
    return report(took, { tripMs, version: postgres.version })
  } finally {
    for (const one of started.reverse()) await one.stop()
    await postgres.stop()
  }
}

/** The milliseconds of every operation, of each target. */
async function visitInTurn(targets) {
  const lists = () => Object.fromEntries(operations.map((what) => [what, []]))
  const took = Object.fromEntries(Object.keys(targets).map((name) => [name, lists()]))
  for (let turn = 0; turn < warmUp + samples; turn++)
    for (const [name, target] of Object.entries(targets)) {
      const times = await visit(target, `${name}${turn}@example.com`)
      if (turn >= warmUp) for (const what of operations) took[name][what].push(times[what])
    }
  return took
}

/** Milliseconds to the database and back. */
async function tripOf(url) {
  const took = []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let n = 0; n < samples; n++) {
    const startedAt = performance.now()
    await client.query('select 1')
    took.push(performance.now() - startedAt)
  }
  await client.end()
  return percentile(took, 0.5)
}

function report(took, { tripMs, version }) {
  const p50 = (name, what) => (took[name] ? percentile(took[name][what], 0.5) : Number.NaN)
  const rows = operations.map((what) => [
    what,
    ...['beside', 'wire', 'far', 'pooler'].map((name) => short(p50(name, what))),
    ((p50('far', what) - p50('wire', what)) / tripMs).toFixed(1),
    `${short(p50('pooler', what) - p50('beside', what))} ms`,
  ])
  const head = [
    'p50 ms',
    'beside',
    'behind a wire',
    `${short(tripMs)} ms away`,
    'PgBouncer',
    'waits',
    'PgBouncer adds',
  ]
  return { versions: { Postgres: version }, measured: { took, tripMs }, text: table(head, rows) }
}
