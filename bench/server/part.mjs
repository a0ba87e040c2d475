import { load } from '../lib/load.mjs'
import { versionOf } from '../lib/machine.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { medians, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { betterAuth, floor, sallyport } from './targets.mjs'

const rounds = 3
const seconds = 3
/** Users whose codes one round sends or verifies. */
const people = 1500
const signedIn = 300
const addressOf = (group, number) => `${group}${number}@example.com`

/** Our server beside better-auth and the bare limit, on one Postgres, round by round. */
export async function run({ folder, say }) {
  const { default: autocannon } = await import(`${folder}/node_modules/autocannon/autocannon.js`)
  const postgres = await startPostgres()
  const targets = []
  try {
    const makers = { sallyport, better_auth: betterAuth, floor }
    for (const [name, make] of Object.entries(makers))
      targets.push(await make(await postgres.create(`bench_${name}`)))
    for (const target of targets) target.sessions = await signIn(target)
    const measured = {}
    for (const name of Object.keys(operations)) {
      say(name)
      measured[name] = await measure(name, { targets, autocannon, postgres })
    }
    return report(measured, {
      Postgres: postgres.version,
      'better-auth': versionOf(`${folder}/node_modules/better-auth`),
      fastify: versionOf(`${folder}/../../node_modules/fastify`),
      autocannon: versionOf(`${folder}/node_modules/autocannon`),
    })
  } finally {
    for (const { server, refreshing } of targets) {
      await server.stop()
      await refreshing?.stop()
    }
    await postgres.stop()
  }
}

/** The request of each operation, and which of the target's servers gets it. */
const operations = {
  'code send': (target) => each(people, (n) => target.send(addressOf('send', n))),
  'code verify → session': (target) => each(people, (n) => target.verify(addressOf('verify', n))),
  'session read': (target) => {
    let n = 0
    return { next: () => target.read(target.sessions[n++ % signedIn]) }
  },
  refresh: (target) => {
    // Every token is used once; its successor goes to the end of the queue.
    const free = [...target.sessions]
    target.sessions = free
    return target.rotates
      ? {
          next: () => target.refresh(free.shift()),
          onBody: (body) => free.push(target.session(JSON.parse(body))),
        }
      : {
          next: () => {
            const session = free.shift()
            free.push(session)
            return target.refresh(session)
          },
        }
  },
}

function each(amount, requestOf) {
  let n = 0
  return { amount, next: () => requestOf(n++ % amount) }
}

async function measure(name, { targets, autocannon, postgres }) {
  const records = new Map(targets.map((target) => [target, []]))
  for (let round = -1; round < rounds; round++) {
    for (const target of targets) {
      await target.reset()
      const server = (name === 'refresh' && target.refreshing) || target.server
      const ask = (scenario) => load(autocannon, { server, postgres, scenario, seconds })
      if (name === 'code verify → session')
        await ask(each(people, (n) => target.send(addressOf('verify', n))))
      const record = await ask(operations[name](target))
      // The first round warms up and creates the users of the verify rounds.
      if (round >= 0) records.get(target).push(record)
    }
  }
  return Object.fromEntries(targets.map((target) => [target.name, medians(records.get(target))]))
}

async function signIn(target) {
  const ask = async ({ method, path, headers, body }) => {
    const response = await fetch(target.server.url + path, { method, headers, body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${target.name} ${path}: ${JSON.stringify(answer)}`)
    return [answer, response]
  }
  const sessions = []
  for (let n = 0; n < signedIn; n++) {
    await ask(target.send(addressOf('read', n)))
    sessions.push(target.session(...(await ask(target.verify(addressOf('read', n))))))
  }
  const [answer] = await ask(target.read(sessions[0]))
  // An answer without a user would also be a 200, and fast.
  if (!JSON.stringify(answer).includes(addressOf('read', 0))) throw new Error('no user was read')
  return sessions
}

function report(measured, versions) {
  const rows = Object.entries(measured).flatMap(([operation, byTarget]) =>
    Object.entries(byTarget).map(([name, m]) => [
      operation,
      name,
      short(m.perSecond),
      short(m.p50),
      short(m.p99),
      short(m.cpuMs),
      short(m.postgresMs),
      m.refused,
      `${short(m.perSecond / byTarget['better-auth'].perSecond)}×`,
      `${Math.round((100 * m.perSecond) / byTarget['bare fastify + pg'].perSecond)} %`,
      `${short(byTarget['better-auth'].cpuMs / m.cpuMs)}×`,
      `${Math.round((100 * byTarget['bare fastify + pg'].cpuMs) / m.cpuMs)} %`,
    ]),
  )
  const head = [
    'operation',
    'server',
    'req/s',
    'p50 ms',
    'p99 ms',
    'CPU ms/req',
    'Postgres CPU ms/req',
  ]
  const of = (operation, peer) =>
    measured[operation].Sallyport.perSecond / measured[operation][peer].perSecond
  const overPeer = (operation, wanted) => {
    const ratio = of(operation, 'better-auth')
    return {
      name: `${operation} against better-auth`,
      measured: `${short(ratio)}×`,
      wanted: `≥ ${wanted}×`,
      holds: ratio >= wanted,
    }
  }
  const share = of('session read', 'bare fastify + pg')
  return {
    versions,
    measured,
    text: table(
      [...head, 'refused', 'rate : better-auth', 'rate : limit'].concat([
        'better-auth CPU : own',
        'limit CPU : own',
      ]),
      rows,
    ),
    bars: bars([
      overPeer('code verify → session', 5),
      overPeer('session read', 4),
      overPeer('refresh', 4),
      {
        name: 'session read, share of the bare limit',
        measured: `${Math.round(share * 100)} %`,
        wanted: '≥ 50 %',
        holds: share >= 0.5,
      },
    ]),
  }
}
