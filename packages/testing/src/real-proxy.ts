import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCertificate, type Ports } from './deployment.js'
import { freePort } from './free-port.js'

/* The TLS proxies that deploy/ has files for, as programs of this machine. */

const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url))

/** A proxy with a file in deploy/. */
export type ProxyName = 'nginx' | 'caddy'

/** A proxy that runs; `port` is where it ends TLS for auth.example.com. */
export interface RealProxy {
  port: number
  stop(): Promise<void>
}

/**
 * Starts nginx or Caddy with its file in deploy/. Replaced are the port, the certificate (Caddy's would come from the internet)
 * and where the programs listen.
 */
export async function startRealProxy(
  name: ProxyName,
  { base, ports }: { base: string; ports: Ports },
): Promise<RealProxy> {
  const port = await freePort()
  const folder = join(base, name)
  mkdirSync(folder)
  const given = { folder, port, ports, ...createCertificate(folder) }
  const proxy = name === 'nginx' ? startNginx(given) : startCaddy(given)
  let said = ''
  for (const output of [proxy.stdout, proxy.stderr]) {
    output?.on('data', (chunk) => {
      said += chunk
    })
  }
  while (!(await isListening(port))) {
    if (proxy.exitCode !== null) throw new Error(said)
  }
  return {
    port,
    stop: async () => {
      proxy.kill('SIGTERM')
      if (proxy.exitCode === null) await once(proxy, 'exit')
    },
  }
}

interface Given {
  folder: string
  port: number
  ports: Ports
  key: string
  cert: string
}

function startNginx({ folder, port, ports, key, cert }: Given): ChildProcess {
  const server = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:4400', `127.0.0.1:${ports.api}`)
    .replace('127.0.0.1:4410', `127.0.0.1:${ports.pages}`)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`,
  )
  const args = ['-p', folder, '-e', 'stderr', '-c', file]
  // Its own check of the file, with its reasons.
  execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' })
  return spawn('nginx', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

function startCaddy({ folder, port, ports, key, cert }: Given): ChildProcess {
  const site = readFileSync(join(deploy, 'Caddyfile'), 'utf8').replace(
    'auth.example.com {',
    `https://auth.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
  )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    API: `127.0.0.1:${ports.api}`,
    PAGES: `127.0.0.1:${ports.pages}`,
  }
  const args = ['--config', file, '--adapter', 'caddyfile']
  execFileSync('caddy', ['validate', ...args], { env, stdio: 'pipe' })
  return spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
