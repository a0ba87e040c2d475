import { Agent, request } from 'node:http'
import { startPostgres } from '../lib/postgres.mjs'
import { percentile, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { sallyport } from '../server/targets.mjs'
import { addressOf, seed } from './seed.mjs'

const sizes = [1_000, 100_000, 1_000_000]
const samples = 400
const warmUp = 50
const operations = ['user lookup', 'code verify', 'refresh']

/** Measures one server on a small, a medium and a large database in turn, one request at a time. */
export async function run({ say }) {
  const postgres = await startPostgres()
  const targets = []
  try {
    for (const size of sizes) {
      say(`filling a database with ${short(size)} users`)
      const url = await postgres.create(`bench_growth_${size}`)
      const target = await sallyport(url)
      targets.push(target)
      Object.assign(target, { size, took: new Map(operations.map((name) => [name, []])) })
      await seed(url, target.appId, size)
    }
    say('asking')
    const ask = client()
    for (let turn = 0; turn < warmUp + samples; turn++) {
      for (const target of targets) await visit(ask, target, turn)
    }
    return report(targets, postgres)
  } finally {
    for (const { server } of targets) await server.stop()
    await postgres.stop()
  }
}

/** One user logs in by code, is looked up by token, and refreshes. */
async function visit(ask, target, turn) {
  // 7919 is prime, so no user repeats before all had a turn.
  const email = addressOf((turn * 7919) % target.size)
  const timed = async (name, wanted) => {
    const startedAt = performance.now()
    const answer = await ask(target.server.url, wanted)
    if (turn >= warmUp) target.took.get(name)?.push(performance.now() - startedAt)
    return answer
  }
  await timed('send', target.send(email))
  const session = target.session(await timed('code verify', target.verify(email)))
  const { user } = await timed('user lookup', target.read(session))
  if (user.linked_accounts[0].address !== email) throw new Error('someone else was found')
  await timed('refresh', target.refresh(session))
}

function client() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (url, { method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { agent, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () =>
          response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

function report(targets, postgres) {
  const p50 = (target, name) => percentile(target.took.get(name), 0.5)
  const [smallest, largest] = [targets[0], targets.at(-1)]
  const growth = (name) => p50(largest, name) / p50(smallest, name)
  const measured = Object.fromEntries(
    operations.map((name) => [
      name,
      Object.fromEntries(targets.map((target) => [target.size, p50(target, name)])),
    ]),
  )
  return {
    versions: { Postgres: postgres.version },
    measured,
    text: table(
      ['p50 ms', ...sizes.map((size) => `${short(size)} users`), 'last : first'],
      operations.map((name) => [
        name,
        ...targets.map((target) => short(p50(target, name))),
        growth(name).toFixed(2),
      ]),
    ),
    bars: bars(
      operations.map((name) => ({
        name: `${name}, ${short(sizes.at(-1))} users against ${short(sizes[0])}`,
        measured: growth(name).toFixed(2),
        wanted: '≤ 1.20',
        holds: growth(name) <= 1.2,
      })),
    ),
  }
}
