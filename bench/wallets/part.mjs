import { load } from '../lib/load.mjs'
import { versionOf } from '../lib/machine.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { medians, percentile, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { setEntries, withPolicies } from './policies.mjs'
import { floor, sallyport } from './targets.mjs'

const rounds = 3
const seconds = 3
/** Wallets that sign in turn: requests of one wallet wait for each other. */
const signing = 64
/** Single requests, by which latencies are compared in turn. */
const samples = 300
const warmUp = 30
const bare = 'bare, with a phrase'

/** Server wallets: our API and signer beside the bare limit, on one Postgres, round by round; and what policies add. */
export async function run({ root, say }) {
  const { default: autocannon } = await import(
    `${root}/bench/server/node_modules/autocannon/autocannon.js`
  )
  const postgres = await startPostgres()
  const targets = []
  try {
    targets.push(await sallyport(await postgres.create('bench_wallets')))
    for (const hasPhrase of [true, false])
      targets.push(await floor(await postgres.create(`bench_wallets_${hasPhrase}`), { hasPhrase }))
    for (const target of targets) target.ids = await makeWallets(target, signing)
    const measured = {}
    for (const name of Object.keys(operations)) {
      say(name)
      measured[name] = await measure(name, { targets, autocannon, postgres })
    }
    say('policies')
    const [own] = targets
    const { ids, savedMs } = await withPolicies(own)
    const alone = await singles(own, { none: own.ids[0], ...ids })
    return report(
      { measured, alone, savedMs },
      {
        Postgres: postgres.version,
        fastify: versionOf(`${root}/node_modules/fastify`),
      },
    )
  } finally {
    for (const { stop } of targets) await stop()
    await postgres.stop()
  }
}

const operations = {
  create: (target) => ({ next: () => target.create() }),
  sign: (target) => {
    let turn = 0
    return { next: () => target.sign(target.ids[turn++ % signing]) }
  },
}

async function makeWallets(target, count) {
  const ids = []
  while (ids.length < count) ids.push((await target.ask(target.create())).id)
  // An answer without a signature would also be a 200, and fast.
  const { data } = await target.ask(target.sign(ids[0]))
  if (!/^0x[0-9a-f]{130}$/.test(data.signature)) throw new Error(`${target.name} has not signed`)
  return ids
}

async function measure(name, { targets, autocannon, postgres }) {
  const records = new Map(targets.map((target) => [target, []]))
  for (let round = -1; round < rounds; round++)
    for (const target of targets) {
      const { server } = target
      const scenario = operations[name](target)
      const record = await load(autocannon, { server, postgres, scenario, seconds })
      // The first round warms up.
      if (round >= 0) records.get(target).push(record)
    }
  return Object.fromEntries(targets.map((target) => [target.name, medians(records.get(target))]))
}

/** p50 of single requests in turn: a creation, and signatures of wallets by what they are judged by. */
async function singles(target, ids) {
  const took = new Map(['create', ...Object.keys(ids)].map((name) => [name, []]))
  const timed = async (name, request, isCounted) => {
    const startedAt = performance.now()
    await target.ask(request)
    if (isCounted) took.get(name).push(performance.now() - startedAt)
  }
  for (let turn = 0; turn < warmUp + samples; turn++) {
    await timed('create', target.create(), turn >= warmUp)
    for (const [name, id] of Object.entries(ids)) await timed(name, target.sign(id), turn >= warmUp)
  }
  return Object.fromEntries([...took].map(([name, all]) => [name, percentile(all, 0.5)]))
}

function report({ measured, alone, savedMs }, versions) {
  const rows = Object.entries(measured).flatMap(([operation, byTarget]) =>
    Object.entries(byTarget).map(([name, m]) => [
      operation,
      name,
      ...[m.perSecond, m.p50, m.p99, m.cpuMs, m.postgresMs].map(short),
      m.refused,
      `${Math.round((100 * m.perSecond) / byTarget[bare].perSecond)} %`,
    ]),
  )
  const head = ['operation', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms/req']
  const singly = [
    ['create', short(alone.create)],
    ['sign, without a policy', short(alone.none)],
    ['sign, a policy of 20 rules with two limits', short(alone.limits)],
    [`sign, a set of ${setEntries.toLocaleString('en')} values looked up`, short(alone.set)],
    [`add 100 values to a set of ${setEntries.toLocaleString('en')}`, short(savedMs)],
  ]
  const text = [
    table([...head, 'Postgres CPU ms/req', 'refused', `rate : ${bare}`], rows),
    table(['one request at a time, in turn', 'p50 ms'], singly),
  ].join('\n\n')
  const share = (operation, wanted) => {
    const ratio = measured[operation].Sallyport.perSecond / measured[operation][bare].perSecond
    return {
      name: `${operation}, share of the bare limit with a phrase`,
      measured: `${Math.round(100 * ratio)} %`,
      wanted: `≥ ${100 * wanted} %`,
      holds: ratio >= wanted,
    }
  }
  const most = (name, ms, wanted) => ({
    ...{ name, measured: `${short(ms)} ms`, wanted: `≤ ${wanted} ms` },
    holds: ms <= wanted,
  })
  const held = [
    share('create', 0.5),
    share('sign', 0.7),
    most('a policy of 20 rules with two limits adds, p50', alone.limits - alone.none, 3),
    most('create, p50', alone.create, 60),
  ]
  return { text, bars: bars(held), versions, measured: { ...measured, alone, savedMs } }
}
