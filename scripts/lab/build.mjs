import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeServerCertificates, startDatabase, tlsFor, writeFor } from './database.mjs'
import { directUrl, startEntry } from './entry.mjs'
import { addressOf, databases, entries, hostsOf, mostApis, users } from './hosts.mjs'
import { cpuBound, makeBridge, makeHost, namespaces, pidsOf, removeNetwork } from './network.mjs'
import { runIn, start } from './programs.mjs'
import { isReady, prepareHost, settingsOf, startProgram } from './sallyport.mjs'
import { at, folder, readState, writeState } from './state.mjs'
import { readPrimary } from './status.mjs'
import { until } from './wait.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = process.execPath
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
  const state = { hosts: hostsOf(apis), passwords, secrets, build: root.replace(/\/$/, '') }
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

function startMail() {
  const tls = tlsFor(users.mail, 'mail1')
  const script = fileURLToPath(new URL('mail-host.mjs', import.meta.url))
  start({
    host: 'mail1',
    program: 'mail',
    command: [node, script, addressOf('mail1'), tls],
    user: users.mail,
    cwd: root,
  })
}

/** As `npm run keys -- transport init` and `issue`. */
async function makeTransport() {
  const { initTransport, issueCertificate } = await import(
    join(root, 'packages/process/dist/transport/index.js')
  )
  await initTransport(at('transport'))
  for (const host of hostsOf(mostApis)) {
    const role = host.replace(/\d$/, '')
    if (!['api', 'pages', 'vault', 'signer'].includes(role)) continue
    const hosts = [`${host}.lab`, addressOf(host)]
    await issueCertificate(at('transport'), { roles: [role], hosts, days: 30 })
  }
}

function signFrame() {
  cpSync(join(root, 'apps/frame/dist-page'), at('frame'), { recursive: true })
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at('release.key')])
  const env = { ...process.env, SALLYPORT_RELEASE_KEY_FILE: at('release.key') }
  const said = execFileSync(node, [join(root, 'apps/pages/dist/sign-release.js'), at('frame')], {
    env,
    encoding: 'utf8',
  })
  return /SALLYPORT_PAGES_RELEASE_KEY=(\S+)/.exec(said)?.[1]
}

async function makeDatabase(state) {
  const { passwords } = state
  const admin = { user: 0, env: { NODE_EXTRA_CA_CERTS: at('ca.pem') } }
  const postgres = directUrl('postgres', state)
  const create = `import pg from 'pg'; const c = new pg.Client(process.argv[1].replace('/sallyport?', '/postgres?')); await c.connect(); await c.query('create database sallyport'); await c.end()`
  await until(
    'the entry to the database',
    async () =>
      runIn('load1', {
        ...admin,
        command: [
          'sh',
          '-c',
          'cd "$0" && exec "$@"',
          root,
          node,
          '--input-type=module',
          '-e',
          create,
          postgres,
        ],
      }),
    60_000,
  )
  const roles = {
    apiPassword: passwords.api,
    apiOwnerPassword: passwords.api_owner,
    vaultPassword: passwords.vault,
    signerPassword: passwords.signer,
  }
  runIn('load1', {
    ...admin,
    env: { ...admin.env, SALLYPORT_ADMIN_DATABASE_URL: postgres },
    command: [node, join(root, 'packages/keyholder/dist/create-roles.js')],
    input: JSON.stringify(roles),
  })
  const files = {
    SALLYPORT_KEK_FILE: at('migrate', 'api.kek'),
    SALLYPORT_TOKEN_KEK_FILE: at('migrate', 'token.kek'),
  }
  for (const name of ['api.kek', 'token.kek'])
    writeFor(users.owner, at('migrate', name), state.secrets[name])
  const env = {
    ...admin.env,
    ...files,
    DATABASE_URL: directUrl('api', state),
    SALLYPORT_OWNER_DATABASE_URL: directUrl('api_owner', state),
  }
  runIn('load1', {
    user: users.owner,
    env,
    command: [node, join(root, 'apps/server/dist/migrate-database.js')],
  })
}

function makeApp(state) {
  const app = {
    name: 'Lab',
    environment: 'production',
    settings: { guest_auth: true, allowed_domains: ['https://app.lab.example'] },
  }
  const command = [node, join(root, 'apps/server/dist/provision-app.js')]
  const env = settingsOf('api', 'api1', state)
  return JSON.parse(runIn('api1', { user: users.api, env, command, input: JSON.stringify(app) }))
}
