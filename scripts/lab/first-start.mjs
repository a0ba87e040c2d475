import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { directUrl } from './entry.mjs'
import { tlsFor } from './files.mjs'
import { addressOf, users } from './hosts.mjs'
import { migrateDatabase } from './migrate.mjs'
import { start } from './programs.mjs'
import { runIn } from './run-in.mjs'
import { settingsOf } from './settings.mjs'
import { at } from './state.mjs'
import { until } from './wait.mjs'

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const node = process.execPath

/** Starts the mail host. */
export function startMail() {
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

/** Signs a copy of the built frame. @returns the public half of the key. */
export function signFrame() {
  cpSync(join(root, 'apps/frame/dist-page'), at('frame'), { recursive: true })
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at('release.key')])
  const env = { ...process.env, SALLYPORT_RELEASE_KEY_FILE: at('release.key') }
  const said = execFileSync(node, [join(root, 'apps/pages/dist/sign-release.js'), at('frame')], {
    env,
    encoding: 'utf8',
  })
  return /SALLYPORT_PAGES_RELEASE_KEY=(\S+)/.exec(said)?.[1]
}

/** Makes the database, its roles and tables: once, past PgBouncer. */
export async function makeDatabase(state) {
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
  migrateDatabase(state, root)
}

/** Makes an app. @returns its id and secret. */
export function makeApp(state) {
  const app = {
    name: 'Lab',
    environment: 'production',
    settings: { guest_auth: true, allowed_domains: ['https://app.lab.example'] },
  }
  const command = [node, join(root, 'apps/server/dist/provision-app.js')]
  const env = settingsOf('api', 'api1', state)
  return JSON.parse(runIn('api1', { user: users.api, env, command, input: JSON.stringify(app) }))
}
