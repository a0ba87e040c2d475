import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../lib/ports.mjs'

const program = '/usr/sbin/pgbouncer'
/** The file that deployments install: its commands for new connections are those of the bench. */
const shipped = readFileSync(new URL('../../deploy/pgbouncer.ini', import.meta.url), 'utf8')
const commandsOf = (database) =>
  shipped.match(new RegExp(`^${database} = .*(connect_query=.*)$`, 'm'))[1]

/** PgBouncer in transaction mode before the databases of `urls` ({ api, signer }); undefined where Debian's is not installed. */
export async function startPooler(urls) {
  try {
    execFileSync(program, ['--version'])
  } catch {
    return undefined
  }
  const port = await freePort()
  const databases = Object.entries(urls).map(([name, url]) => {
    const { hostname, port, pathname, username, password } = new URL(url)
    const place = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`
    return `sallyport_${name} = ${place} pool_size=16 ${commandsOf(`sallyport_${name}`)}`
  })
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-pooler-'))
  const file = join(directory, 'pgbouncer.ini')
  const rest = [
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
  ]
  const mode = ['auth_type = any', 'pool_mode = transaction', 'max_client_conn = 200']
  const ignored = shipped.match(/^ignore_startup_parameters.*$/m)[0]
  writeFileSync(file, ['[databases]', ...databases, ...rest, ...mode, ignored, ''].join('\n'))
  chmodSync(directory, 0o755)
  // It refuses to run as root.
  const uid = process.getuid() === 0 ? Number(execFileSync('id', ['-u', 'daemon'])) : undefined
  const child = spawn(program, ['-q', file], { uid, stdio: ['ignore', 'ignore', 'inherit'] })
  await listening(port)
  return {
    through: (url, name) =>
      `postgres://${new URL(url).username}@127.0.0.1:${port}/sallyport_${name}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function listening(port) {
  for (let tries = 0; tries < 50; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isUp) return
    await wait(100)
  }
  throw new Error('PgBouncer does not listen')
}
