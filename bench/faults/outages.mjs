/** The database, and the signer, away under load: what is answered meanwhile, how soon it is over, what was lost. */
import { createSlowProxy } from '../../packages/testing/dist/slow-proxy.js'
import { startPostgres } from '../lib/postgres.mjs'
import { percentile, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { bundle } from './bundle.mjs'
import { findLost, startLoad } from './load.mjs'
import { ask, reader } from './oracle.mjs'
import { startStack } from './stack.mjs'

const awayMs = 20_000
const beforeMs = 4_000
const afterMs = 8_000
const workers = 12
/** What docs/operate/reliability.md promises of every answer while the database is away, and of its return. */
const answerWithinMs = 2_000
const normalWithinMs = 5_000
/** The signer's deadline at the server (ports/unix-vault.ts), and the page's round trip. */
const signerWithinMs = 6_000

/** How each thing goes away, and comes back. */
const outages = {
  'fast shutdown': {
    away: ({ postgres }) => postgres.end('SIGINT'),
    back: ({ postgres }) => postgres.restart(),
  },
  'immediate shutdown': {
    away: ({ postgres }) => postgres.end('SIGQUIT'),
    back: ({ postgres }) => postgres.restart(),
  },
  frozen: { away: ({ postgres }) => postgres.freeze(), back: ({ postgres }) => postgres.thaw() },
  'frozen, then killed': {
    away: ({ postgres }) => postgres.freeze(),
    back: async ({ postgres }) => {
      await postgres.end('SIGKILL')
      await postgres.restart()
    },
  },
  'slow, 2 s a statement': {
    away: ({ road }) => road.delay(1_000),
    back: ({ road }) => road.open(),
    isSlow: true,
  },
  'cut off': { away: ({ road }) => road.cut(), back: ({ road }) => road.open() },
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param only names of outages, all when absent. */
export async function measureOutages({ say, only = Object.keys(outages), away = awayMs }) {
  const postgres = await startPostgres()
  const road = await createSlowProxy(await postgres.create('outages'))
  const files = await bundle()
  const stack = await startStack({
    databaseUrl: road.url,
    files,
    spares: 0,
    deadlineMs: 1_500,
    keepsApps: true,
    isFrozen: false,
  })
  const world = { stack, reader: reader(postgres.urlOf('outages')), later: [] }
  try {
    const rows = []
    for (const name of only) {
      say(`the database: ${name}`)
      rows.push(await measure(world, { name, postgres, road, away }))
    }
    const signer = []
    for (const name of ['frozen', 'killed']) {
      say(`the signer: ${name}`)
      signer.push(await measureSigner(world, name))
    }
    return { ...report(rows, signer, stack.deaths), rows, signer, version: postgres.version }
  } finally {
    await world.reader.close()
    await stack.stop().catch(() => {})
    await road.close()
    await postgres.stop()
  }
}

async function measure(world, { name, postgres, road, away }) {
  const { away: leave, back, isSlow = false } = outages[name]
  const load = startLoad(world, { workers })
  await pause(beforeMs)
  const leftAt = Date.now()
  const leaving = leave({ postgres, road })
  const still = watchStatic(world)
  await Promise.all([leaving, pause(away)])
  const statics = await still.stop()
  const answersBefore = load.answers.length
  await back({ postgres, road })
  const backAt = Date.now()
  await pause(afterMs)
  await load.stop()
  const { answers } = load
  // Asked for while it was away: the first second is left to what was under way, the rest must be refused in order.
  const during = answers.filter(({ startedAt }) => startedAt >= leftAt && startedAt < backAt)
  const refused = during.filter(({ status }) => status !== 200)
  const untyped = refused.filter(
    ({ status, code, retryAfter }) => status !== 503 || code !== 'internal_error' || !retryAfter,
  )
  const wrongSince = answers
    .slice(answersBefore)
    .filter(({ status }) => status !== 200 && status !== 422)
  const lastWrongAt = Math.max(backAt, ...wrongSince.map(({ startedAt, ms }) => startedAt + ms))
  const lost = await findLost(world, load.acknowledged)
  const times = during.map(({ ms }) => ms)
  return {
    name,
    isSlow,
    before: answers.filter(({ startedAt, status }) => startedAt < leftAt && status === 200).length,
    during: during.length,
    served: during.length - refused.length,
    untyped: untyped.length,
    kinds: [
      ...new Set(
        [...untyped, ...wrongSince].map(({ what, status, code }) => `${what} ${status} ${code}`),
      ),
    ],
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: Math.max(0, ...times),
    statics,
    normalMs: lastWrongAt - backAt,
    acknowledged: load.acknowledged.sessions.length,
    wallets: load.acknowledged.made.length,
    lost,
  }
}

/** Health, token keys, the frame's page: asked for all the while at both servers. */
function watchStatic(world) {
  const paths = [
    '/healthz',
    `/api/v1/apps/${world.stack.appId}/jwks.json`,
    `/apps/${world.stack.appId}/embedded-wallets`,
  ]
  const times = []
  let wrong = 0
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      for (const place of ['victim', 'other']) {
        for (const path of paths) {
          const startedAt = Date.now()
          const answer = await ask
            .once(world, { method: 'GET', path }, place)
            .catch(() => ({ status: 0 }))
          times.push(Date.now() - startedAt)
          if (answer.status !== 200) wrong += 1
        }
      }
      await pause(200)
    }
  })()
  return {
    stop: async () => {
      isOn = false
      await watching
      return { asked: times.length, wrong, p99: percentile(times, 0.99) }
    },
  }
}

async function measureSigner(world, name) {
  const { stack } = world
  const frame = { method: 'GET', path: `/readyz` }
  const release =
    name === 'killed' ? await stack.signers.vault.withhold() : await stack.signers.vault.freeze()
  const load = startLoad(world, { workers: 4 })
  await pause(8_000)
  const startedAt = Date.now()
  const { status } = await ask.once(world, frame, 'other')
  const refusedMs = Date.now() - startedAt
  const refusals = load.answers.filter((each) => each.status !== 200)
  await release()
  await stack.settled()
  const backAt = Date.now()
  let normalMs = Number.NaN
  while (Date.now() - backAt < 15_000) {
    if ((await ask.once(world, frame, 'other')).status === 200) {
      normalMs = Date.now() - backAt
      break
    }
    await pause(50)
  }
  const madeBefore = load.acknowledged.made.length
  await pause(4_000)
  await load.stop()
  const lost = await findLost(world, load.acknowledged)
  const madeAfter = load.acknowledged.made.length - madeBefore
  return { name, status, refusedMs, refusals: refusals.length, normalMs, madeAfter, lost }
}

function report(rows, signer, deaths) {
  const text = [
    table(
      ['the database, 20 s', 'asked', 'served', 'p50 ms', 'p99 ms', 'most ms', 'untyped'].concat([
        'static p99 ms',
        'static wrong',
        'normal after ms',
        'sessions',
        'wallets',
        'lost',
      ]),
      rows.map((row) => [
        row.name,
        row.during,
        row.served,
        short(row.p50),
        short(row.p99),
        short(row.most),
        row.untyped,
        short(row.statics.p99),
        row.statics.wrong,
        short(row.normalMs),
        row.acknowledged,
        row.wallets,
        row.lost.length,
      ]),
    ),
    table(
      [
        'the signer',
        'readyz meanwhile',
        'ms',
        'logins refused',
        'normal after ms',
        'wallets after',
        'lost',
      ],
      signer.map((row) => [
        row.name,
        row.status,
        short(row.refusedMs),
        row.refusals,
        short(row.normalMs),
        row.madeAfter,
        row.lost.length,
      ]),
    ),
    ...rows.flatMap(({ name, kinds, lost }) =>
      [...kinds, ...lost].map((each) => `${name}: ${each}`),
    ),
    ...signer.flatMap(({ name, lost }) => lost.map((each) => `signer ${name}: ${each}`)),
  ].join('\n\n')
  const most = Math.max(...rows.map((row) => row.most))
  const normal = Math.max(...rows.map((row) => row.normalMs))
  const sum = (list, of) => list.reduce((total, row) => total + of(row), 0)
  const row = (name, measured, holds, wanted) => ({ name, measured, wanted, holds })
  const untyped = sum(rows, (each) => each.untyped)
  const lost = sum([...rows, ...signer], (each) => each.lost.length)
  const wrong = sum(rows, (each) => each.statics.wrong)
  const slowest = Math.max(...signer.map((each) => each.refusedMs))
  return {
    text,
    bars: bars([
      row(
        'slowest answer while the database is away',
        `${short(most)} ms`,
        most <= answerWithinMs,
        `≤ ${answerWithinMs} ms`,
      ),
      row('answers without the typed error', untyped, untyped === 0, 0),
      row(
        'normal after the database is back',
        `${short(normal)} ms`,
        normal <= normalWithinMs,
        `≤ ${normalWithinMs} ms`,
      ),
      row('acknowledged and lost', lost, lost === 0, 0),
      row('health, token keys and frame refused', wrong, wrong === 0, 0),
      row(
        'slowest answer while the signer is away',
        `${short(slowest)} ms`,
        slowest <= signerWithinMs,
        `≤ ${signerWithinMs} ms`,
      ),
      row('server and signer processes that ended', deaths, deaths === 0, 0),
    ]),
  }
}
