import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* The vault with its key wrapped by a PKCS#11 module: SoftHSM of Debian. docs/operate/key-modules.md */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const library = '/usr/lib/softhsm/libsofthsm2.so'
const folder = mkdtempSync(join(tmpdir(), 'vault-module-'))
const tokens = join(folder, 'tokens')
const pin = randomBytes(4).toString('hex')
const prefix = 'SALLYPORT_VAULT_PKCS11'
const module: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SOFTHSM2_CONF: join(folder, 'softhsm.conf'),
  SALLYPORT_ENV: 'development',
  [`${prefix}_LIBRARY`]: library,
  [`${prefix}_TOKEN`]: 'vault',
  [`${prefix}_DRIVER`]: folder,
  [`${prefix}_PIN`]: pin,
}

let database: TestDatabase
let wrapped: string

beforeAll(async () => {
  database = await createTestDatabase()
  if (!existsSync(library)) installPackages('softhsm2', 'g++', 'make', 'python3')
  installDriver()
  mkdirSync(tokens)
  writeFileSync(join(folder, 'softhsm.conf'), `directories.tokendir = ${tokens}\n`)
  const token = ['--init-token', '--free', '--label', 'vault', '--pin', pin, '--so-pin', pin]
  execFileSync('softhsm2-util', token, { env: module })
  expect(command('create-key')).toBe('created')
  wrapped = command('new')
}, 180_000)
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

function installPackages(...names: string[]): void {
  const install = ['install', '--yes', '--no-install-recommends', ...names]
  try {
    execFileSync('apt-get', install)
  } catch {
    execFileSync('apt-get', ['update'])
    execFileSync('apt-get', install)
  }
}

/** As the guide says; the headers of Node come with it. */
function installDriver(): void {
  const nodedir = fileURLToPath(new URL('..', `file://${process.execPath}`))
  const args = ['install', '--prefix', folder, '--ignore-scripts=false', 'pkcs11js@2.1.7']
  execFileSync('npm', args, { env: { ...process.env, npm_config_nodedir: nodedir } })
}

function command(what: string, { input = '', env = {} } = {}): string {
  const args = ['run', '-s', 'key-module', '--', prefix, what]
  return execFileSync('npm', args, {
    cwd: root,
    env: { ...process.env, ...module, ...env },
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim()
}

/** Starts the vault; the line that says why it did not start, or undefined. */
async function startVault(given: NodeJS.ProcessEnv): Promise<string | undefined> {
  const env = {
    ...module,
    SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
    SALLYPORT_VAULT_KEK: wrapped,
    SALLYPORT_VAULT_DATABASE_URL: database.url,
    SALLYPORT_EXIT_WITH_PARENT: '1',
    ...given,
  }
  const child = fork(main, { env, silent: true })
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  const exited = once(child, 'exit')
  const started = await Promise.race([once(child, 'message').then(() => true), exited])
  if (started === true) child.disconnect()
  await exited
  expect(text).not.toContain(pin)
  return started === true ? undefined : text
}

test('the vault starts with a wrapped key, and after it with one that was wrapped beside it', async () => {
  expect(await startVault({})).toBeUndefined()
  expect(await startVault({})).toBeUndefined()
  const older = randomBytes(32).toString('base64')
  const both = `${command('wrap', { input: older })}\n${wrapped}`
  expect(await startVault({ SALLYPORT_VAULT_KEK: both })).toBeUndefined()
  expect(command('check', { input: both })).toBe('2 opened')
})

test('the key of the module is made once, and does not leave it', () => {
  expect(() => command('create-key')).toThrow('The token has a key of this label already.')
  expect(wrapped).toMatch(/^pkcs11:[\w-]{80}$/)
  expect(command('new')).not.toBe(wrapped)
})

test.each([
  ['a wrong PIN', { [`${prefix}_PIN`]: 'wrong' }, 'needs a PIN that the key module accepts'],
  ['no such token', { [`${prefix}_TOKEN`]: 'other' }, 'a token that the key module does not have'],
  ['no such key', { [`${prefix}_KEY`]: 'other' }, 'the module’s key of that label'],
  ['no library', { [`${prefix}_LIBRARY`]: '/absent.so' }, 'cannot be loaded'],
  ['no driver', { [`${prefix}_DRIVER`]: tmpdir() }, 'pkcs11js, which is not installed'],
  ['no settings of it', { [`${prefix}_TOKEN`]: '' }, 'the settings of one are not complete'],
  [
    'a wrapped key that was changed',
    { SALLYPORT_VAULT_KEK: `pkcs11:${randomBytes(60).toString('base64url')}` },
    'was not wrapped by this key of the module',
  ],
])('error: with %s the vault does not start and says why', async (_name, given, reason) => {
  const said = await startVault(given)
  expect(said).toContain('vault did not start')
  expect(said).toContain(`SALLYPORT_VAULT_KEK`)
  expect(said).toContain(reason)
})

test('error: the module is lost and comes back', async () => {
  renameSync(tokens, `${tokens}-away`)
  try {
    expect(await startVault({})).toContain('SALLYPORT_VAULT_KEK needs')
  } finally {
    renameSync(`${tokens}-away`, tokens)
  }
  expect(await startVault({})).toBeUndefined()
})
