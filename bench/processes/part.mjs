import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { load } from '../lib/load.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { medians, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { sallyport } from '../server/targets.mjs'

const rounds = 3
const seconds = 3
const people = 200
const clusterFile = fileURLToPath(new URL('cluster.mjs', import.meta.url))

/** Two processes of our server behind one port against one, on one database; and whether two ever disagree. */
export async function run({ root, say }) {
  const { default: autocannon } = await import(
    `${root}bench/server/node_modules/autocannon/autocannon.js`
  )
  const postgres = await startPostgres()
  const targets = []
  const start = async (...given) => {
    const target = await sallyport(...given)
    targets.push(target)
    return target
  }
  try {
    const url = await postgres.create('bench_processes')
    const kek = { BENCH_KEK: randomBytes(32).toString('base64') }
    const first = await start(url, kek)
    const shared = { ...kek, BENCH_APP_ID: first.appId }
    const second = await start(url, shared)
    say('one login in two processes')
    const disagreements = await disagree(first, second)
    const one = await start(url, { ...shared, BENCH_PROCESSES: '1' }, clusterFile)
    const two = await start(url, { ...shared, BENCH_PROCESSES: '2' }, clusterFile)
    const measured = {}
    for (const name of ['session read', 'refresh']) {
      say(name)
      measured[name] = await compare(name, { one, two }, { autocannon, postgres })
    }
    return report(measured, disagreements, postgres)
  } finally {
    for (const { server } of targets) await server.stop()
    await postgres.stop()
  }
}

async function ask(target, { method, path, headers, body }) {
  const response = await fetch(target.server.url + path, { method, headers, body })
  return { status: response.status, body: await response.json() }
}

/**
 * For each person: the code is sent by one process and verified by the other, both read the session, both refresh the
 * same token at once and must answer the same successor, a code works once for both, and logout counts in both.
 */
async function disagree(first, second) {
  const wrong = []
  const expect = (what, holds) => holds || wrong.push(what)
  for (let n = 0; n < people; n++) {
    const [here, there] = n % 2 === 0 ? [first, second] : [second, first]
    const email = `apart${n}@example.com`
    await ask(here, here.send(email))
    const tries = await Promise.all([here, there].map((one) => ask(one, one.verify(email))))
    const right = tries.filter(({ status }) => status === 200)
    expect('a code works once', right.length === 1)
    const session = here.session(right[0].body)
    const reads = await Promise.all([here, there].map((one) => ask(one, one.read(session))))
    expect(
      'both read the same person',
      reads.every(({ status, body }) => status === 200 && body.user.id === right[0].body.user.id),
    )
    const turned = await Promise.all([here, there].map((one) => ask(one, one.refresh(session))))
    expect(
      'both give the same successor',
      turned.every(({ status }) => status === 200) &&
        turned[0].body.refresh_token === turned[1].body.refresh_token,
    )
    const next = there.session(turned[0].body)
    expect('logout is done', (await ask(here, here.logout(next))).status === 200)
    expect('logout counts in both', (await ask(there, there.read(next))).status === 401)
  }
  return wrong
}

async function compare(name, targets, { autocannon, postgres }) {
  const records = { one: [], two: [] }
  for (const target of Object.values(targets)) target.free = await signIn(target, name)
  for (let round = -1; round < rounds; round++) {
    for (const [which, target] of Object.entries(targets)) {
      const { free } = target
      let n = 0
      const scenario =
        name === 'refresh'
          ? {
              next: () => target.refresh(free.shift()),
              onBody: (body) => free.push(target.session(JSON.parse(body))),
            }
          : { next: () => target.read(free[n++ % free.length]) }
      const { server } = target
      const record = await load(autocannon, { server, postgres, scenario, seconds })
      if (round >= 0) records[which].push(record)
    }
  }
  return { one: medians(records.one), two: medians(records.two) }
}

async function signIn(target, group) {
  const sessions = []
  for (let n = 0; n < people; n++) {
    const email = `${group.replace(' ', '-')}${n}@example.com`
    await ask(target, target.send(email))
    await target.reset()
    sessions.push(target.session((await ask(target, target.verify(email))).body))
  }
  return sessions
}

function report(measured, disagreements, postgres) {
  const rows = Object.entries(measured).flatMap(([operation, { one, two }]) =>
    Object.entries({ 'one process': one, 'two processes': two }).map(([name, m]) => [
      operation,
      name,
      short(m.perSecond),
      short(m.p50),
      short(m.p99),
      short(m.cpuMs),
      m.refused,
      (m.perSecond / one.perSecond).toFixed(2),
      (m.cpuMs / one.cpuMs).toFixed(2),
    ]),
  )
  const refused = Object.values(measured).reduce((sum, { two }) => sum + two.refused, 0)
  const head = ['operation', 'behind one port', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms/req']
  return {
    versions: { Postgres: postgres.version },
    measured: { ...measured, disagreements },
    text: table([...head, 'refused', 'rate : one', 'CPU : one'], rows),
    bars: bars([
      {
        name: `disagreements of two processes in ${people} logins`,
        measured: disagreements.length,
        wanted: 0,
        holds: disagreements.length === 0,
      },
      {
        name: 'requests two processes refused under load',
        measured: refused,
        wanted: 0,
        holds: refused === 0,
      },
    ]),
  }
}
