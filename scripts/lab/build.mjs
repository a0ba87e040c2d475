import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuBound } from './cpu.mjs'
import { startDatabase } from './database.mjs'
import { startEntry } from './entry.mjs'
import { makeServerCertificates } from './files.mjs'
import { makeApp, makeDatabase, root, signFrame, startMail } from './first-start.mjs'
import { addressOf, databases, entries, hostsOf } from './hosts.mjs'
import { makeBridge, makeHost, namespaces, pidsOf, removeNetwork } from './network.mjs'
import { isReady, prepareHost, startProgram } from './sallyport.mjs'
import { at, folder, readState, writeState } from './state.mjs'
import { readPrimary } from './status.mjs'
import { makeTransport } from './transport.mjs'
import { until } from './wait.mjs'

const secret = () => randomBytes(24).toString('hex')
const key = () => `${randomBytes(32).toString('base64')}\n`

/** Builds the lab: hosts, database, programs, an app. */
export async function up({ apis, say }) {
  if (readState() !== undefined)
    throw new Error('The lab is up already: run npm run lab -- down first.')
  if (
    !existsSync(join(root, 'apps/server/dist/main.js')) ||
    !existsSync(join(root, 'apps/frame/dist-page'))
  )
    throw new Error('The programs are not built: run npm run build first.')
  const startedMs = performance.now()
  const seconds = () => `${Math.round((performance.now() - startedMs) / 1000)} s`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const passwords = Object.fromEntries(
    ['postgres', 'replicator', 'api', 'api_owner', 'vault', 'signer'].map((role) => [
      role,
      secret(),
    ]),
  )
  const keks = Object.fromEntries(
    ['api.kek', 'token.kek', 'vault.kek', 'signer.kek'].map((name) => [name, key()]),
  )
  const secrets = { ...keks, 'smtp.url': `smtps://${addressOf('mail1')}:465` }
  const state = { hosts: hostsOf(apis), passwords, secrets, build: root }
  writeState(state)
  makeBridge()
  for (const host of state.hosts) makeHost(host)
  makeServerCertificates()
  copyFileSync(at('tls', 'ca.pem'), at('ca.pem'))
  for (const host of databases) startDatabase(host, state)
  for (const host of entries) startEntry(host, state)
  startMail()
  await makeTransport()
  state.releaseKey = signFrame()
  say(`hosts are made (${seconds()}), the database begins`)
  await until('the primary', readPrimary, 120_000)
  await makeDatabase(state)
  say(`the database is ready (${seconds()}), the programs start`)
  for (const kind of ['vault', 'signer', 'api', 'pages']) {
    const own = state.hosts.filter((host) => host.replace(/\d$/, '') === kind)
    for (const host of own) {
      prepareHost(kind, host, state)
      startProgram(kind, host, state)
    }
    for (const host of own) await until(`${kind} on ${host}`, () => isReady(kind, host), 90_000)
    if (kind === 'api') state.app = makeApp(state)
  }
  writeState({ ...state, cpu: cpuBound() })
  say(
    `the lab is up after ${seconds()}; CPU of a host: ${cpuBound() === 'none' ? 'not bounded here' : 'half a core'}`,
  )
  say('npm run lab -- status shows its hosts')
}

/** Ends every process of the lab and removes its hosts and files. */
export async function down(say) {
  for (const namespace of namespaces())
    for (const pid of pidsOf(namespace.slice('sp-'.length)))
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
  for (
    let waited = 0;
    waited < 50 && namespaces().some((each) => pidsOf(each.slice(3)).length > 0);
    waited += 1
  )
    await wait(100)
  removeNetwork()
  rmSync(folder, { recursive: true, force: true })
  say('the lab is down')
}
