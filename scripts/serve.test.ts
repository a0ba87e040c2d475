import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSecret } from '@sallyport/process'
import {
  canSwitchUser,
  createSecretFolder,
  createTestDatabase,
  createTestKit,
  type TestDatabase,
  type TestKit,
  testUsers,
} from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPagesConfig } from '../apps/pages/src/config.js'
import { readFrameFiles } from '../apps/pages/src/frame-files.js'
import { releaseManifest, signRelease } from '../apps/pages/src/release.js'
import { readConfig } from '../apps/server/src/config.js'
import { serverSettings } from '../apps/server/src/settings.js'
import { readSignerConfig } from '../apps/signer/src/config.js'
import { signerSettings } from '../apps/signer/src/settings.js'
import { readVaultConfig } from '../apps/vault/src/config.js'
import { vaultSettings } from '../apps/vault/src/settings.js'
import { provisionRoles } from '../packages/keyholder/src/roles.js'
import { pagesEnv, serverEnv, signerEnv, vaultEnv } from './lib/serve-environments.mjs'
import { readSecrets } from './lib/serve-secrets.mjs'
import { serveProblems } from './lib/serve-settings.mjs'

const secretsOf = (env: Record<string, string | undefined>) =>
  readSecrets(env, { ...serverSettings, ...vaultSettings, ...signerSettings }, readSecret)
const readers = {
  server: readConfig,
  vault: readVaultConfig,
  signer: readSignerConfig,
  pages: readPagesConfig,
  secretsOf,
}
const secrets = createSecretFolder()
afterAll(() => secrets.remove())
const key = (first: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => first + i)).toString('base64')
const safe = {
  SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
  DATABASE_URL: 'postgres://api:x@db/sallyport?sslmode=verify-full',
  SALLYPORT_TRUSTED_PROXIES: '1',
  SALLYPORT_KEK_FILE: secrets.write('api', key(1)),
  SALLYPORT_TOKEN_KEK_FILE: secrets.write('token', key(33)),
  SALLYPORT_SMTP_URL: 'smtps://mail.example.com',
  SALLYPORT_MAIL_FROM: 'login@example.com',
  SALLYPORT_FRAME_DIR: '/srv/frame',
  SALLYPORT_PAGES_RELEASE_KEY: key(60),
  SALLYPORT_VAULT_SOCKET: '/run/sallyport/vault.sock',
  SALLYPORT_VAULT_KEK_FILE: secrets.write('vault', key(101)),
  SALLYPORT_VAULT_DATABASE_URL: 'postgres://vault:y@db/sallyport?sslmode=verify-full',
  SALLYPORT_VAULT_SMTP_URL: 'smtps://mail.example.com',
  SALLYPORT_VAULT_MAIL_FROM: 'wallet@example.com',
}
const signer = {
  SALLYPORT_SIGNER_USER: String(testUsers.signer),
  SALLYPORT_SIGNER_SOCKET: '/run/sallyport-signer/signer.sock',
  SALLYPORT_SIGNER_KEK_FILE: secrets.write('signer', key(140)),
  SALLYPORT_SIGNER_DATABASE_URL: 'postgres://signer:z@db/sallyport?sslmode=verify-full',
}

describe('serveProblems', () => {
  test('has nothing to say about safe settings', () => {
    expect(serveProblems(safe, readers)).toEqual([])
    expect(serveProblems({ ...safe, ...signer }, readers)).toEqual([])
    // The socket alone: the signer is started by other means.
    const { SALLYPORT_SIGNER_SOCKET } = signer
    expect(serveProblems({ ...safe, SALLYPORT_SIGNER_SOCKET }, readers)).toEqual([])
  })

  test.each([
    ['no key', { SALLYPORT_SIGNER_KEK_FILE: undefined }, 'SALLYPORT_SIGNER_KEK is missing'],
    [
      'no database',
      { SALLYPORT_SIGNER_DATABASE_URL: undefined },
      'SALLYPORT_SIGNER_DATABASE_URL is missing',
    ],
    [
      'T-03: the vault’s key',
      { SALLYPORT_SIGNER_KEK_FILE: safe.SALLYPORT_VAULT_KEK_FILE },
      'SALLYPORT_VAULT_KEK and SALLYPORT_SIGNER_KEK are the same',
    ],
    [
      'T-15: the API’s role',
      { SALLYPORT_SIGNER_DATABASE_URL: safe.DATABASE_URL },
      'DATABASE_URL and SALLYPORT_SIGNER_DATABASE_URL use the same role',
    ],
  ])('error: a signer with %s', (_, change, said) => {
    const problems = serveProblems({ ...safe, ...signer, ...change }, readers)
    expect(problems.join('\n')).toContain(said)
  })

  test.each(Object.keys(safe))('error: asks for %s when it is missing', (name) => {
    const problems = serveProblems({ ...safe, [name]: undefined }, readers)

    expect(problems.join('\n')).toContain(name.replace('_FILE', ''))
  })

  test.each([
    ['a development environment', { SALLYPORT_ENV: 'development' }, 'SALLYPORT_ENV'],
    ['a key file that is absent', { SALLYPORT_VAULT_KEK_FILE: '/etc/absent' }, 'cannot read'],
    [
      'T-03: a key in the environment',
      { SALLYPORT_VAULT_KEK: key(7), SALLYPORT_VAULT_KEK_FILE: undefined },
      'SALLYPORT_VAULT_KEK is in the environment',
    ],
    ['the same key twice', { SALLYPORT_VAULT_KEK_FILE: safe.SALLYPORT_KEK_FILE }, 'are the same'],
    ['the same role twice', { SALLYPORT_VAULT_DATABASE_URL: 'postgres://api:x@db/v' }, 'same role'],
    ['T-26: a database without TLS', { DATABASE_URL: 'postgres://a@db/x' }, 'without TLS'],
    ['pages over plain HTTP', { SALLYPORT_PUBLIC_URL: 'http://auth.example.com' }, 'https'],
    [
      'a stand-in for captchas',
      { SALLYPORT_CAPTCHA_URL: 'http://127.0.0.1:4406' },
      'SALLYPORT_CAPTCHA_URL must be https',
    ],
  ])('error: refuses %s', (_, change, said) => {
    expect(serveProblems({ ...safe, ...change }, readers).join('\n')).toContain(said)
  })

  test('error: says everything at once', () => {
    expect(serveProblems({}, readers).length).toBeGreaterThanOrEqual(7)
  })
})

describe('the environments of the processes', () => {
  test('keep the key and role of each from the others', () => {
    const env = { ...safe, ...signer, PATH: '/bin', AWS_SECRET: 'x' }

    expect(Object.keys(serverEnv(env))).not.toContain('SALLYPORT_VAULT_KEK_FILE')
    expect(Object.keys(serverEnv(env))).not.toContain('SALLYPORT_VAULT_DATABASE_URL')
    // With it the API would serve the page itself.
    expect(Object.keys(serverEnv(env))).not.toContain('SALLYPORT_FRAME_DIR')
    expect(Object.keys(serverEnv(env)).filter((name) => name.includes('SIGNER'))).toEqual([
      'SALLYPORT_SIGNER_SOCKET',
    ])
    expect(Object.keys(signerEnv(env)).sort()).toEqual([
      'PATH',
      'SALLYPORT_SIGNER_DATABASE_URL',
      'SALLYPORT_SIGNER_KEK_FILE',
      'SALLYPORT_SIGNER_SOCKET',
      'SALLYPORT_SIGNER_USER',
    ])
    expect(Object.keys(pagesEnv(env)).sort()).toEqual([
      'PATH',
      'SALLYPORT_FRAME_DIR',
      'SALLYPORT_PAGES_RELEASE_KEY',
      'SALLYPORT_PUBLIC_URL',
      'SALLYPORT_SIGNER_SOCKET',
      'SALLYPORT_VAULT_SOCKET',
    ])
    expect(Object.keys(vaultEnv(env)).sort()).toEqual([
      'PATH',
      'SALLYPORT_VAULT_DATABASE_URL',
      'SALLYPORT_VAULT_KEK_FILE',
      'SALLYPORT_VAULT_MAIL_FROM',
      'SALLYPORT_VAULT_SMTP_URL',
      'SALLYPORT_VAULT_SOCKET',
    ])
  })
})

const users = {
  SALLYPORT_API_USER: String(testUsers.api),
  SALLYPORT_VAULT_USER: String(testUsers.vault),
  SALLYPORT_PAGES_USER: String(testUsers.pages),
}

/* The built programs: npm test builds first. */
describe.skipIf(!canSwitchUser)('npm run serve (needs root)', () => {
  let kit: TestKit
  let temporary = ''
  beforeAll(async () => {
    kit = await createTestKit()
    temporary = mkdtempSync(join(tmpdir(), 'serve-'))
  })
  afterAll(async () => {
    await kit.close()
    rmSync(temporary, { recursive: true })
  })

  async function serve(given: Record<string, string>) {
    const script = fileURLToPath(new URL('serve.mjs', import.meta.url))
    const { SALLYPORT_VAULT_SOCKET: _own, ...settings } = safe
    const env = { PATH: process.env.PATH, TMPDIR: temporary, ...users, ...settings, ...given }
    const child = spawn(process.execPath, [script], { env: env as NodeJS.ProcessEnv })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.err += chunk
    })
    const [code] = await once(child, 'close')
    return { code, out: said.out, lines: said.err.trim().split(/\n\s*/) }
  }

  test('error: each invalid database URL gets one sentence, and nothing starts', async () => {
    const { code, out, lines } = await serve({
      DATABASE_URL: 'here',
      SALLYPORT_VAULT_DATABASE_URL: 'there',
    })

    expect([code, out]).toEqual([1, ''])
    expect(lines).toEqual([
      expect.stringMatching(/^DATABASE_URL must be a Postgres URL .*\.$/),
      expect.stringMatching(/^SALLYPORT_VAULT_DATABASE_URL must be a Postgres URL .*\.$/),
    ])
  })

  test('error: an unreachable database and a taken port likewise', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { code, out, lines } = await serve({
      DATABASE_URL: kit.databaseUrl,
      SALLYPORT_PORT: String((other.address() as AddressInfo).port),
      SALLYPORT_VAULT_DATABASE_URL: 'postgres://vault:hush@127.0.0.1:1/x',
      SALLYPORT_SMTP_URL: 'smtp://127.0.0.1:1',
    })
    other.close()

    expect([code, out]).toEqual([1, ''])
    expect(lines).toEqual([
      expect.stringMatching(/^SALLYPORT_PORT \d+ is taken on 127.0.0.1: .*\.$/),
      expect.stringMatching(/^SALLYPORT_VAULT_DATABASE_URL cannot be used: .*\(ECONNREFUSED\)\.$/),
    ])
  })

  test.each([
    ['one user for both', { SALLYPORT_VAULT_USER: users.SALLYPORT_API_USER }, 'the same user'],
    [
      'the API’s user for the pages',
      { SALLYPORT_PAGES_USER: users.SALLYPORT_API_USER },
      'name a third',
    ],
    ['root', { SALLYPORT_API_USER: 'root' }, 'must not be root'],
    ['a user that does not exist', { SALLYPORT_API_USER: 'absent' }, 'not a user of this system'],
    ['no user', { SALLYPORT_VAULT_USER: '' }, 'SALLYPORT_VAULT_USER is missing'],
    [
      'a signer without a user',
      { ...signer, SALLYPORT_SIGNER_USER: '' },
      'SALLYPORT_SIGNER_USER is missing',
    ],
    [
      'the vault’s user for the signer',
      { ...signer, SALLYPORT_SIGNER_USER: users.SALLYPORT_VAULT_USER },
      'a user of its own',
    ],
  ])('T-03: error: %s', async (_name, given, said) => {
    const { code, lines } = await serve(given)
    expect([code, lines]).toEqual([1, [expect.stringContaining(said)]])
  })

  test('leaves nothing in the folder for temporary files when it is refused', () => {
    expect(readdirSync(temporary)).toEqual([])
  })
})

/* The built programs below a real npm. */
describe.skipIf(!canSwitchUser)('npm run serve, started by npm (needs root)', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const suffix = randomBytes(4).toString('hex')
  const roles = {
    apiRole: `api_${suffix}`,
    apiOwnerRole: `owner_${suffix}`,
    vaultRole: `vault_${suffix}`,
    signerRole: `delegate_${suffix}`,
  }
  const frame = signedFrame()
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  let database: TestDatabase
  let admin: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    await admin.query('drop schema sallyport_api cascade')
    const passwords = { apiPassword: suffix, vaultPassword: suffix, apiOwnerPassword: suffix }
    await provisionRoles(admin, { ...roles, ...passwords, signerPassword: suffix })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    rmSync(frame.folder, { recursive: true })
    await new Promise<void>((resolve) => smtp.close(resolve))
    for (const role of Object.values(roles)) {
      await admin.query(`drop owned by ${role} cascade`)
      await admin.query(`drop role ${role}`)
    }
    await admin.end()
    await database.drop()
  })

  /** Starts npm and waits until the server listens; the processes below npm at that time. */
  async function start({ withSigner = false } = {}) {
    const urlOf = (username: string) =>
      Object.assign(new URL(database.url), { username, password: suffix }).href
    const { SALLYPORT_VAULT_SOCKET: _own, ...settings } = safe
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...users,
      ...settings,
      DATABASE_URL: urlOf(roles.apiRole),
      SALLYPORT_OWNER_DATABASE_URL: urlOf(roles.apiOwnerRole),
      SALLYPORT_VAULT_DATABASE_URL: urlOf(roles.vaultRole),
      SALLYPORT_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      SALLYPORT_VAULT_SMTP_URL: 'smtp://127.0.0.1:1',
      SALLYPORT_PORT: String(await freePort()),
      SALLYPORT_PAGES_PORT: String(await freePort()),
      SALLYPORT_FRAME_DIR: frame.folder,
      SALLYPORT_PAGES_RELEASE_KEY: frame.publicKey,
      ...(withSigner && {
        SALLYPORT_SIGNER_USER: signer.SALLYPORT_SIGNER_USER,
        SALLYPORT_SIGNER_KEK_FILE: signer.SALLYPORT_SIGNER_KEK_FILE,
        SALLYPORT_SIGNER_DATABASE_URL: urlOf(roles.signerRole),
      }),
    }
    const npm = spawn('npm', ['run', 'serve'], { cwd: root, env: env as NodeJS.ProcessEnv })
    const exited = once(npm, 'exit')
    let output = ''
    const started = ['server is listening', 'pages process is listening']
    const listening = new Promise<void>((resolve, reject) => {
      for (const stream of [npm.stdout, npm.stderr])
        stream.on('data', (chunk) => {
          output += chunk
          if (started.every((line) => output.includes(line))) resolve()
        })
      exited.then(() => reject(new Error(output)))
    })
    await listening
    return { npm, exited, below: descendants(npm.pid ?? 0), output: () => output }
  }

  test('ends with all its processes when npm gets SIGTERM, in good order; all write one log format', async () => {
    const { npm, exited, below, output } = await start()
    expect(below.length).toBeGreaterThanOrEqual(4)
    npm.kill('SIGTERM')
    await exited

    await expect.poll(() => below.filter(isAlive), { timeout: 60_000 }).toEqual([])
    expect(output()).toContain('server has stopped')
    expect(output()).toContain('vault has stopped')
    expect(output()).toContain('pages have stopped')
    expectOneLogFormat(output())
  }, 180_000)

  test('starts the signer as its own user where it is set up', async () => {
    const { npm, exited, below, output } = await start({ withSigner: true })
    expect(output()).toContain('signer is listening')
    const own = below.filter((pid) => statSync(`/proc/${pid}`).uid === testUsers.signer)
    expect(own).toHaveLength(1)
    npm.kill('SIGTERM')
    await exited
    await expect.poll(() => below.filter(isAlive), { timeout: 60_000 }).toEqual([])
    expect(output()).toContain('signer has stopped')
  }, 180_000)

  test('ends with all its processes when npm is killed', async () => {
    const { npm, below } = await start()
    npm.kill('SIGKILL')

    await expect.poll(() => below.filter(isAlive), { timeout: 60_000 }).toEqual([])
  }, 180_000)
})

/** The lines of each program have the same fields. */
function expectOneLogFormat(output: string): void {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  expect(new Set(lines.map((line) => line.process))).toEqual(new Set(['server', 'vault', 'pages']))
  for (const line of lines) {
    expect(line).toMatchObject({
      level: expect.stringMatching(/^[a-z]+$/),
      msg: expect.any(String),
    })
    expect(new Date(line.time).toISOString()).toBe(line.time)
  }
}

/** A folder with a frame that a key of this test has signed. */
function signedFrame(): { folder: string; publicKey: string } {
  const folder = mkdtempSync(join(tmpdir(), 'frame-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  const { privateKey } = generateKeyPairSync('ed25519')
  const manifest = releaseManifest(readFrameFiles(folder))
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { signature, publicKey } = signRelease(manifest, pem)
  writeFileSync(join(folder, 'release.txt'), manifest)
  writeFileSync(join(folder, 'release.sig'), signature)
  return { folder, publicKey }
}

function descendants(pid: number): number[] {
  const rows = String(execFileSync('ps', ['-eo', 'pid=,ppid=']))
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const children = rows.filter(([, parent]) => parent === pid).map(([child = 0]) => child)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
