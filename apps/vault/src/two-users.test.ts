import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { provisionRoles } from '@sallyport/keyholder'
import {
  asUser,
  canSwitchUser,
  createSecretFolder,
  createSocketFolder,
  createTestDatabase,
  type TestDatabase,
  testUsers,
} from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* The built programs (npm test builds first) as two users. Only root can start a process as another user. */

const vaultMain = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const built = (name: string) =>
  fileURLToPath(new URL(`../../server/dist/${name}.js`, import.meta.url))
const suffix = randomBytes(4).toString('hex')
const roles = {
  apiRole: `api_${suffix}`,
  apiOwnerRole: `owner_${suffix}`,
  vaultRole: `vault_${suffix}`,
}
const vaultKey = randomBytes(32).toString('base64')

/** What a thief with the id of a user gets of the process `pid`, its key file and its socket: `open`, or the refusal. */
const thief = `
const { accessSync, constants, readFileSync, openSync, readdirSync } = require('node:fs')
const { dirname } = require('node:path')
const { connect } = require('node:net')
const [pid, keyFile, socket] = process.argv.slice(1)
const attempt = (act) => { try { act(); return 'open' } catch (error) { return error.code } }
const probe = connect(socket)
const done = (reached) => {
  probe.destroy()
  console.log(JSON.stringify({
    environment: attempt(() => readFileSync('/proc/' + pid + '/environ')),
    memory: attempt(() => openSync('/proc/' + pid + '/mem', 'r')),
    descriptors: attempt(() => readdirSync('/proc/' + pid + '/fd')),
    keyFile: attempt(() => readFileSync(keyFile)),
    debugger: attempt(() => process.kill(Number(pid), 'SIGUSR1')),
    socketFolder: attempt(() => accessSync(dirname(socket), constants.W_OK)),
    connection: reached,
  }))
}
probe.on('connect', () => done('open'))
probe.on('error', (error) => done(error.code))
`

describe.skipIf(!canSwitchUser)('the API and the vault as two users (needs root)', () => {
  const folder = createSocketFolder()
  const vaultSecrets = createSecretFolder(testUsers.vault)
  const apiSecrets = createSecretFolder(testUsers.api)
  let database: TestDatabase
  let admin: pg.Client
  let vault: { child: ChildProcess; output: () => string }

  beforeAll(async () => {
    database = await createTestDatabase()
    admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    await admin.query('drop schema sallyport_api cascade')
    const passwords = { apiPassword: suffix, vaultPassword: suffix, apiOwnerPassword: suffix }
    await provisionRoles(admin, { ...roles, ...passwords })
    await migrate()
    vault = start(vaultMain, vaultEnv(), 'vault')
    await ready(vault)
  })
  afterAll(async () => {
    vault?.child.kill('SIGKILL')
    for (const role of Object.values(roles)) {
      await admin?.query(`drop owned by ${role} cascade`)
      await admin?.query(`drop role ${role}`)
    }
    await admin?.end()
    await database?.drop()
    for (const each of [folder, vaultSecrets, apiSecrets]) each.remove()
  })

  const urlOf = (role: string) =>
    Object.assign(new URL(database.url), { username: role, password: suffix }).href
  const vaultEnv = () => ({
    SALLYPORT_VAULT_SOCKET: folder.socket,
    SALLYPORT_VAULT_KEK_FILE: vaultSecrets.write('kek', vaultKey),
    SALLYPORT_VAULT_DATABASE_URL: urlOf(roles.vaultRole),
    SALLYPORT_VAULT_SMTP_URL: 'smtp://127.0.0.1:1',
    SALLYPORT_VAULT_MAIL_FROM: 'wallet@example.com',
  })
  const serverEnv = async (secrets = apiSecrets) => ({
    SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
    SALLYPORT_TRUSTED_PROXIES: '1',
    SALLYPORT_PORT: String(await freePort()),
    SALLYPORT_KEK_FILE: secrets.write('api-kek', randomBytes(32).toString('base64')),
    SALLYPORT_TOKEN_KEK_FILE: secrets.write('token-kek', randomBytes(32).toString('base64')),
    SALLYPORT_SMTP_URL: 'smtp://127.0.0.1:1',
    SALLYPORT_MAIL_FROM: 'login@example.com',
    SALLYPORT_VAULT_SOCKET: folder.socket,
    DATABASE_URL: urlOf(roles.apiRole),
  })
  async function migrate() {
    const { child } = start(built('migrate-database'), {
      DATABASE_URL: urlOf(roles.apiRole),
      SALLYPORT_OWNER_DATABASE_URL: urlOf(roles.apiOwnerRole),
    })
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  }
  const steal = (user: { uid?: number; gid?: number }): Record<string, string> => {
    const keyFile = vaultSecrets.write('kek', vaultKey)
    const args = ['-e', thief, String(vault.child.pid), keyFile, folder.socket]
    return JSON.parse(String(execFileSync(process.execPath, args, user)))
  }

  test('P7, T-03: the API’s user opens the socket, and nothing else of the vault', () => {
    expect(steal(asUser('api'))).toEqual({
      environment: 'EACCES',
      memory: 'EACCES',
      descriptors: 'EACCES',
      keyFile: 'EACCES',
      debugger: 'EPERM',
      socketFolder: 'EACCES',
      connection: 'open',
    })
  })

  test('the same thief as the vault’s own user gets its key: what refuses the API is that it is another user', () => {
    expect(steal(asUser('vault'))).toMatchObject({
      environment: 'open',
      descriptors: 'open',
      keyFile: 'open',
      debugger: 'open',
      socketFolder: 'open',
    })
  })

  test('P7, T-03: the environment of the vault, which root can read, has no key', () => {
    const environment = execFileSync('cat', [`/proc/${vault.child.pid}/environ`], {
      encoding: 'utf8',
    })
    expect(environment).toContain('SALLYPORT_VAULT_KEK_FILE')
    expect(environment).not.toContain(vaultKey)
  })

  test('T-03: a third user does not reach the socket', () => {
    expect(steal({ uid: 61_099, gid: 61_099 }).connection).toBe('EACCES')
  })

  test('T-03: SIGUSR1 opens no debugger', async () => {
    vault.child.kill('SIGUSR1')
    // The vault answers a later request, so it has handled the signal.
    expect(steal(asUser('api')).connection).toBe('open')
    expect(vault.output()).not.toContain('Debugger listening')
    expect(listeningPorts(vault.child.pid ?? 0)).toBe(0)
  })

  test('the API as a user of its own is ready with the vault', async () => {
    const env = await serverEnv()
    const api = start(built('main'), env, 'api')
    await ready(api)
    const answer = await fetch(`http://127.0.0.1:${env.SALLYPORT_PORT}/readyz`)
    api.child.kill('SIGKILL')
    expect(await answer.json()).toMatchObject({ database: true, vault: true })
  })

  test('T-03: error: the API does not start as the vault’s user, whom the kernel refuses the socket', async () => {
    expect(steal({ uid: testUsers.vault, gid: testUsers.socketGroup }).connection).toBe('EACCES')
    const secrets = createSecretFolder(testUsers.vault)
    const api = start(built('main'), await serverEnv(secrets), 'vault')
    const [code] = await once(api.child, 'exit')
    secrets.remove()
    expect(code).toBe(1)
    expect(api.output()).toContain('run as the same user')
  })

  test.each([
    ['as root', undefined, {}, 'runs as root'],
    ['with a key in its environment', 'vault', { key: vaultKey }, 'is in the environment'],
    ['with options of Node', 'vault', { NODE_OPTIONS: '--no-warnings' }, 'NODE_OPTIONS is set'],
  ] as const)('T-03: error: the vault does not start %s', async (_name, user, given, reason) => {
    const { SALLYPORT_VAULT_KEK_FILE, ...rest } = vaultEnv()
    const { key, ...more } = { key: undefined, ...given }
    const ofRoot = createSecretFolder()
    const file = user === undefined ? ofRoot.write('kek', vaultKey) : SALLYPORT_VAULT_KEK_FILE
    const keyEnv = key ? { SALLYPORT_VAULT_KEK: key } : { SALLYPORT_VAULT_KEK_FILE: file }
    const { child, output } = start(vaultMain, { ...rest, ...keyEnv, ...more }, user)
    const [code] = await once(child, 'exit')
    ofRoot.remove()
    expect(code).toBe(1)
    expect(output()).toContain(reason)
    expect(output()).not.toContain(vaultKey)
  })

  test('T-03: error: a key file that others can read, or of another user, is refused', async () => {
    const open = vaultSecrets.write('open', vaultKey)
    execFileSync('chmod', ['444', open])
    for (const [file, reason] of [
      [open, 'that other users can read'],
      [apiSecrets.write('foreign', vaultKey), 'cannot read'],
    ] as const) {
      const { child, output } = start(
        vaultMain,
        { ...vaultEnv(), SALLYPORT_VAULT_KEK_FILE: file },
        'vault',
      )
      const [code] = await once(child, 'exit')
      expect(code).toBe(1)
      expect(output()).toContain(reason)
    }
  })

  test('T-03: error: core dumps prevent a start', async () => {
    const command = `ulimit -c unlimited; exec "$0" "$1"`
    const child = spawn('sh', ['-c', command, process.execPath, vaultMain], {
      env: { PATH: process.env.PATH, ...vaultEnv() },
      ...asUser('vault'),
    })
    const output = collect(child)
    const [code] = await once(child, 'exit')
    expect([code, output()]).toEqual([1, expect.stringContaining('Core dumps are on')])
  })

  test('T-15: error: neither starts while a further role can read its tables', async () => {
    const reader = `reader_${suffix}`
    await admin.query(`create role ${reader} with login in role pg_read_all_data`)
    await admin.query(
      `grant connect on database "${new URL(database.url).pathname.slice(1)}" to ${reader}`,
    )
    const second = createSocketFolder()
    try {
      const tried = [
        start(vaultMain, { ...vaultEnv(), SALLYPORT_VAULT_SOCKET: second.socket }, 'vault'),
        start(built('main'), await serverEnv(), 'api'),
      ]
      // Both at once: either may end first.
      const codes = await Promise.all(
        tried.map(async ({ child }) => (await once(child, 'exit'))[0]),
      )
      expect(codes).toEqual([1, 1])
      for (const each of tried) {
        expect(each.output()).toContain(`${reader} can read the tables of`)
        expect(each.output()).toContain('is a member of pg_read_all_data')
      }
    } finally {
      second.remove()
      await admin.query(`drop owned by ${reader}`)
      await admin.query(`drop role ${reader}`)
    }
  })

  function start(path: string, env: Record<string, string>, user?: 'vault' | 'api') {
    const child = spawn(process.execPath, [path], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user && asUser(user)),
    })
    return { child, output: collect(child) }
  }
})

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  return () => text
}

/** Waits until the program says that it listens. */
async function ready({ child, output }: { child: ChildProcess; output: () => string }) {
  while (!output().includes('is listening')) {
    if (child.exitCode !== null) throw new Error(output())
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  }
}

/** TCP ports on which the process listens; a debugger would be one. */
function listeningPorts(pid: number): number {
  const sockets = String(execFileSync('ls', ['-l', `/proc/${pid}/fd`])).match(/socket:\[(\d+)\]/g)
  const inodes = new Set((sockets ?? []).map((each) => each.replace(/\D/g, '')))
  const tables = String(execFileSync('cat', ['/proc/net/tcp', '/proc/net/tcp6']))
  const rows = tables.split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter((row) => row[3] === '0A' && inodes.has(row[9] ?? '')).length
}
