import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { provisionRoles } from '@sallyport/keyholder'
import {
  answerOnSocket,
  asUser,
  canSwitchUser,
  createSecretFolder,
  createSocketFolder,
  createTestDatabase,
  type TestDatabase,
  testUsers,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const suffix = randomBytes(4).toString('hex')
const roles = {
  apiRole: `api_${suffix}`,
  vaultRole: `vault_${suffix}`,
  signerRole: `earlier_delegate_${suffix}`,
}
const folder = createSocketFolder()
const secrets = createSecretFolder(canSwitchUser ? testUsers.vault : undefined)

let database: TestDatabase
let admin: pg.Client
let production: NodeJS.ProcessEnv

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const passwords = { apiPassword: suffix, vaultPassword: suffix, signerPassword: suffix }
  await provisionRoles(admin, { ...roles, ...passwords })
  const url = new URL(database.url)
  url.username = roles.signerRole
  url.password = suffix
  production = {
    PATH: process.env.PATH,
    SALLYPORT_SIGNER_SOCKET: folder.socket,
    SALLYPORT_SIGNER_KEK_FILE: secrets.write('kek', randomBytes(32).toString('base64')),
    SALLYPORT_SIGNER_DATABASE_URL: url.href,
    SALLYPORT_EXIT_WITH_PARENT: '1',
  }
})

afterAll(async () => {
  for (const role of Object.values(roles)) {
    await admin?.query(`drop owned by ${role} cascade`)
    await admin?.query(`drop role ${role}`)
  }
  await admin?.end()
  await database?.drop()
  folder.remove()
  secrets.remove()
})

describe('the process of the signer', () => {
  test('starts in production with its own user, role and key, and removes its socket when it ends', async () => {
    const child = start(production)
    const [message] = await once(child, 'message')
    expect(message).toEqual({ type: 'ready' })
    expect(existsSync(folder.socket)).toBe(true)
    const exited = once(child, 'exit')
    child.disconnect()
    expect(await exited).toEqual([0, null])
    expect(existsSync(folder.socket)).toBe(false)
  })

  test('starts from the units and settings of earlier versions, with the same key, and says which names are new', async () => {
    const { SALLYPORT_SIGNER_SOCKET, SALLYPORT_SIGNER_KEK_FILE, SALLYPORT_SIGNER_DATABASE_URL } =
      production
    const earlier = {
      PATH: process.env.PATH,
      SALLYPORT_EXIT_WITH_PARENT: '1',
      SALLYPORT_DELEGATE_SOCKET: SALLYPORT_SIGNER_SOCKET,
      SALLYPORT_DELEGATE_KEK_FILE: SALLYPORT_SIGNER_KEK_FILE,
      SALLYPORT_DELEGATE_DATABASE_URL: SALLYPORT_SIGNER_DATABASE_URL,
    }
    const before = await publicKeyOf(start(production))

    const child = start(earlier, fileURLToPath(new URL('delegation/main.ts', import.meta.url)))
    const said = linesOf(child)
    expect(await publicKeyOf(child)).toEqual(before)

    const renamed = said().filter((line) => 'earlier' in line)
    expect(renamed.map(({ earlier: name }) => name).sort()).toEqual([
      'SALLYPORT_DELEGATE_DATABASE_URL',
      'SALLYPORT_DELEGATE_KEK_FILE',
      'SALLYPORT_DELEGATE_SOCKET',
    ])
  })

  test('a database of earlier versions keeps the role that owns the signer’s schema', async () => {
    const { apiRole, vaultRole } = roles
    const passwords = { apiPassword: suffix, vaultPassword: suffix, signerPassword: suffix }

    const again = await provisionRoles(admin, { apiRole, vaultRole, ...passwords })

    expect(again).toEqual({ signerRole: roles.signerRole })
  })

  test('error: refuses the vault’s settings, which a unit of earlier versions gives it, and says what to do', async () => {
    const vaults = { PATH: process.env.PATH, SALLYPORT_VAULT_KEK_FILE: '/etc/vault.kek' }
    expect(await outputOf(vaults)).toContain('apps/vault/dist/main.js')
  })

  test('error: T-15 does not start in production as a superuser, nor without a key', async () => {
    const superuser = { ...production, SALLYPORT_SIGNER_DATABASE_URL: database.url }
    expect(await outputOf(superuser)).toContain('which is a superuser')
    const { SALLYPORT_SIGNER_KEK_FILE: _, ...noKey } = production
    expect(await outputOf(noKey)).toContain('SALLYPORT_SIGNER_KEK')
  })
})

/** What the socket of a process that has started answers to `health`; ends the process. */
async function publicKeyOf(child: ChildProcess): Promise<unknown> {
  await once(child, 'message')
  // The group of the socket's folder may open it, and root may always.
  const answer = await answerOnSocket<{ output: unknown }>(folder.socket, {
    call: 'health',
    input: {},
  })
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
  return answer.output
}

/** The lines of its log so far. */
function linesOf(child: ChildProcess): () => Record<string, unknown>[] {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  return () =>
    output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
}

function start(env: NodeJS.ProcessEnv, script = main): ChildProcess {
  return fork(script, {
    env,
    execArgv: ['--import', 'tsx-runner'],
    silent: true,
    ...asUser('vault'),
  })
}

async function outputOf(env: NodeJS.ProcessEnv): Promise<string> {
  const child = start(env)
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return output
}
