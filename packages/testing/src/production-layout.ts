import { type ChildProcess, execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { groupOf, idOf, type Ports, startPostgres, tryRun } from './deployment.js'
import { freePort } from './free-port.js'
import { ask, built, command, end, root, runCode, start, startCommand } from './layout-programs.js'

/* The programs of production from this checkout, each as a user of its own, on Debian's Postgres, without cloning and building. */

const names = ['api', 'api_owner', 'vault', 'pages'] as const
type UserName = (typeof names)[number]

/** Programs of production that run. */
export interface ProductionLayout {
  /** For files of the test. */
  folder: string
  ports: Ports
  /** Milliseconds until the API listened. */
  apiStartMs: number
  /** Runs a command as the API's user with its settings: standard output as JSON. */
  asApi(script: string, input: object): Record<string, string>
  /** Runs code as the API's user with its settings: what it prints, or `refused` and why. */
  codeAsApi(code: string): string
  /** Process id of the vault. */
  vaultPid(): number
  /** Asks the database as its administrator, one value. */
  query(statement: string): string
  /** What the program says to the operator's monitoring. */
  metrics(program: 'api' | 'pages' | 'vault'): Promise<string>
  /** Ends the programs, and starts them by `npm run serve` with the files of the settings; what it said until both listened. */
  serve(): Promise<string>
  /** Starts the API again, after the one that runs has ended; milliseconds until it listens. */
  restartApi(): Promise<number>
  stop(): Promise<void>
}

/** What the layout is made with. */
interface LayoutOptions {
  smtpPort: number
  /** Of Postgres. */
  settings?: Record<string, string>
}

/** Prepares the machine as the guide does, and starts the vault, the API and the pages. */
export async function startProductionLayout(options: LayoutOptions): Promise<ProductionLayout> {
  const { folder, as, nameOf, psql, postgres, ports, monitors, env, removeUsers } =
    await prepare(options)
  const running: Partial<Record<'vault' | 'api' | 'pages' | 'serve', ChildProcess>> = {}
  running.vault = await start('apps/vault/dist/main.js', { ...as('vault'), env: env.vault })
  const startApi = async () => {
    const startedMs = performance.now()
    running.api = await start('apps/server/dist/main.js', { ...as('api'), env: env.api })
    return performance.now() - startedMs
  }
  const apiStartMs = await startApi()
  running.pages = await start('apps/pages/dist/main.js', { ...as('pages'), env: env.pages })
  return {
    folder,
    ports,
    apiStartMs,
    asApi: (script, input) =>
      JSON.parse(
        command(`apps/server/dist/${script}.js`, {
          ...as('api'),
          env: env.api,
          input: JSON.stringify(input),
        }),
      ),
    codeAsApi: (code) => runCode(code, { ...as('api'), env: env.api }),
    vaultPid: () => running.vault?.pid ?? 0,
    query: (statement) => psql('sallyport', statement),
    metrics: (program) =>
      program === 'vault'
        ? ask([
            '--unix-socket',
            env.vault.SALLYPORT_VAULT_MONITOR_SOCKET ?? '',
            'http://vault/metrics',
          ])
        : ask([`http://127.0.0.1:${monitors[program]}/metrics`]),
    serve: async () => {
      for (const program of [running.pages, running.api, running.vault]) await end(program)
      const files = join(folder, 'etc')
      mkdirSync(files)
      for (const [program, values] of Object.entries(env)) {
        const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
        writeFileSync(join(files, `${program}.env`), lines.join(''))
      }
      const users = Object.fromEntries(
        (['api', 'vault', 'pages'] as const).map((user) => [
          `SALLYPORT_${user.toUpperCase()}_USER`,
          nameOf(user),
        ]),
      )
      const { HOME = '/root', PATH } = process.env
      const { child, said } = await startCommand(
        'npm',
        ['run', 'serve', '--', '--settings', files],
        {
          cwd: root,
          env: { HOME, PATH, ...users },
        },
      )
      running.serve = child
      return said
    },
    restartApi: async () => {
      await end(running.api)
      return startApi()
    },
    stop: async () => {
      for (const program of Object.values(running)) await end(program)
      postgres.kill('SIGINT')
      await once(postgres, 'exit')
      removeUsers()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts Postgres, and creates users, roles, keys and tables. */
async function prepare(options: LayoutOptions) {
  const folder = mkdtempSync('/tmp/layout-')
  chmodSync(folder, 0o755)
  const prefix = `layout${process.pid}`
  const nameOf = (user: UserName) => `${prefix}_${user}`
  execFileSync('groupadd', ['--system', prefix])
  for (const user of names)
    execFileSync('useradd', ['--system', '--no-create-home', '--gid', prefix, nameOf(user)])
  const gid = groupOf(prefix)
  const as = (user: UserName) => ({ uid: idOf('-u', nameOf(user)), gid })
  const roles = Object.fromEntries(names.map((user) => [nameOf(user), `sallyport_${user}`]))
  const postgres = await startPostgres(folder, { users: roles, ...options })
  const url = (role: string) =>
    `postgres://${role}@${encodeURIComponent(join(folder, 'pg'))}/sallyport`
  const admin = { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') }
  const psql = (database: string, statement: string) =>
    execFileSync('psql', ['-XAtq', '-h', join(folder, 'pg'), database, '-c', statement], {
      ...admin,
      encoding: 'utf8',
      cwd: folder,
    }).trim()
  psql('postgres', 'create database sallyport')
  command('packages/keyholder/dist/create-roles.js', {
    ...admin,
    input: '{}',
    env: { SALLYPORT_ADMIN_DATABASE_URL: url('postgres') },
  })
  const settings = writeSettings(folder, { ...options, as, url })
  command('apps/server/dist/migrate-database.js', {
    ...as('api_owner'),
    env: {
      DATABASE_URL: url('sallyport_api'),
      SALLYPORT_OWNER_DATABASE_URL: url('sallyport_api_owner'),
    },
  })
  const ports = { api: await freePort(), pages: await freePort() }
  const monitors = { api: await freePort(), pages: await freePort() }
  const env = {
    vault: settings.vault,
    api: {
      ...settings.api,
      SALLYPORT_PORT: String(ports.api),
      SALLYPORT_MONITOR_PORT: String(monitors.api),
    },
    pages: {
      ...settings.pages,
      SALLYPORT_PAGES_PORT: String(ports.pages),
      SALLYPORT_PAGES_MONITOR_PORT: String(monitors.pages),
      SALLYPORT_PAGES_API_URL: `http://127.0.0.1:${ports.api}`,
    },
  }
  const removeUsers = () => {
    for (const user of names) tryRun('userdel', [nameOf(user)])
    tryRun('groupdel', [prefix])
  }
  return { folder, as, nameOf, psql, postgres, ports, monitors, env, removeUsers }
}

/** The settings of deploy/, with keys, the frame and the vault's folder in the folder of the test. */
function writeSettings(
  folder: string,
  given: LayoutOptions & {
    as: (user: UserName) => { uid: number; gid: number }
    url: (role: string) => string
  },
) {
  const secret = (name: string, user: UserName, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o400 })
    chownSync(path, given.as(user).uid, given.as(user).gid)
  }
  for (const name of ['api', 'token']) secret(`${name}.kek`, 'api', key())
  secret('vault.kek', 'vault', key())
  const smtp = `smtp://127.0.0.1:${given.smtpPort}`
  secret('smtp.url', 'api', smtp)
  secret('vault-smtp.url', 'vault', smtp)
  const run = join(folder, 'run')
  mkdirSync(run)
  chownSync(run, given.as('vault').uid, given.as('vault').gid)
  chmodSync(run, 0o750)
  const frame = join(folder, 'frame')
  cpSync(built('apps/frame/dist-page'), frame, { recursive: true })
  const publicKey = signFrame(frame, join(folder, 'release.key'))
  const read = (program: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(join(root, 'deploy', `${program}.env`), 'utf8')
        .replaceAll('/etc/sallyport', folder)
        .replaceAll('/run/sallyport', run)
        .replaceAll('%2Fvar%2Frun%2Fpostgresql', encodeURIComponent(join(folder, 'pg')))
        .replace('/opt/sallyport/apps/frame/dist-page', frame)
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    )
  return {
    api: read('api'),
    vault: { ...read('vault'), SALLYPORT_VAULT_MONITOR_SOCKET: join(run, 'metrics.sock') },
    pages: { ...read('pages'), SALLYPORT_PAGES_RELEASE_KEY: publicKey },
  }
}

/** Signs the frame with a new key, as `npm run build:production` does; the public half of the key. */
function signFrame(frame: string, keyFile: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o400 })
  const said = command('apps/pages/dist/sign-release.js', {
    args: [frame],
    env: { SALLYPORT_RELEASE_KEY_FILE: keyFile },
  })
  return /^SALLYPORT_PAGES_RELEASE_KEY=(.*)$/m.exec(said)?.[1] ?? ''
}

const key = () => randomBytes(32).toString('base64')
