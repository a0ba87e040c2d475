import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'vault-main-'))
const socket = join(directory, 'vault.sock')
const suffix = randomBytes(4).toString('hex')
const roles = { apiRole: `api_${suffix}`, vaultRole: `vault_${suffix}` }
const kek = randomBytes(32).toString('base64')

let database: TestDatabase
let admin: pg.Client
let env: NodeJS.ProcessEnv
let child: ChildProcess | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await provisionRoles(admin, { ...roles, apiPassword: suffix, vaultPassword: suffix })
  const url = new URL(database.url)
  url.username = roles.vaultRole
  url.password = suffix
  env = {
    PATH: process.env.PATH,
    SALLYPORT_VAULT_SOCKET: socket,
    SALLYPORT_VAULT_KEK: kek,
    SALLYPORT_VAULT_DATABASE_URL: url.href,
    SALLYPORT_VAULT_SMTP_URL: 'smtp://127.0.0.1:1',
    SALLYPORT_VAULT_MAIL_FROM: 'wallet@example.com',
    SALLYPORT_EXIT_WITH_PARENT: '1',
    SALLYPORT_ENV: 'development',
  }
})
afterAll(async () => {
  for (const role of Object.values(roles)) {
    await admin?.query(`drop owned by ${role} cascade`)
    await admin?.query(`drop role ${role}`)
  }
  await admin?.end()
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(() => {
  child?.kill('SIGKILL')
  child = undefined
})

describe('the vault process', () => {
  test('says ready, follows the clock, and removes its socket when its parent lets go', async () => {
    child = fork(main, { env, execArgv: ['--import', 'tsx-runner'], silent: true })
    expect(await message(child)).toEqual({ type: 'ready' })
    expect(existsSync(socket)).toBe(true)

    child.send({ type: 'clock', offsetMs: 5_000 })
    expect(await message(child)).toEqual({ type: 'clock-set', offsetMs: 5_000 })

    const exited = once(child, 'exit')
    child.disconnect()
    expect(await exited).toEqual([0, null])
    expect(existsSync(socket)).toBe(false)
  })

  test('exits when its standard input ends, if it has no channel', async () => {
    child = spawn(process.execPath, ['--import', 'tsx-runner', main], { env, stdio: 'pipe' })
    const [line] = await once(child.stdout!, 'data')
    expect(String(line)).toContain('vault is listening')

    const exited = once(child, 'exit')
    child.stdin!.end()
    expect(await exited).toEqual([0, null])
    expect(existsSync(socket)).toBe(false)
  })

  test('T-23: does not move its clock unless it is told that this is development', async () => {
    const folder = createSocketFolder()
    const secrets = createSecretFolder(canSwitchUser ? testUsers.vault : undefined)
    const { SALLYPORT_ENV: _, SALLYPORT_VAULT_KEK: key = '', ...rest } = env
    const production = {
      ...rest,
      SALLYPORT_VAULT_SOCKET: folder.socket,
      SALLYPORT_VAULT_KEK_FILE: secrets.write('kek', key),
    }
    child = fork(main, {
      env: production,
      execArgv: ['--import', 'tsx-runner'],
      silent: true,
      ...asUser('vault'),
    })
    expect(await message(child)).toEqual({ type: 'ready' })

    const answers: unknown[] = []
    child.on('message', (answer) => answers.push(answer))
    child.send({ type: 'clock', offsetMs: 5_000 })
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
    expect(answers).toEqual([])
    folder.remove()
    secrets.remove()
  })

  test.each([
    ['a missing key', { SALLYPORT_VAULT_KEK: '' }, 'SALLYPORT_VAULT_KEK is missing'],
    [
      'T-15: a superuser in production',
      { SALLYPORT_ENV: '', superuser: '1' },
      'SALLYPORT_VAULT_DATABASE_URL must not use the role postgres, which is a superuser',
    ],
  ])(
    'error: does not start with %s, and says why without a secret',
    async (_name, faults, reason) => {
      const url = 'superuser' in faults ? database.url : env.SALLYPORT_VAULT_DATABASE_URL
      const secrets = createSecretFolder()
      const all: NodeJS.ProcessEnv = { ...env, ...faults }
      const { SALLYPORT_VAULT_KEK: key = '', ...rest } = all
      const given = key === '' ? {} : { SALLYPORT_VAULT_KEK_FILE: secrets.write('kek', key) }
      const wrong = { ...rest, ...given, SALLYPORT_VAULT_DATABASE_URL: url }
      child = spawn(process.execPath, ['--import', 'tsx-runner', main], {
        env: wrong,
        stdio: 'pipe',
      })
      let text = ''
      child.stdout!.on('data', (chunk) => {
        text += chunk
      })

      const [code] = await once(child, 'close')
      secrets.remove()

      expect(code).toBe(1)
      expect(text).toContain(reason)
      expect(text).not.toContain(kek)
      expect(text).not.toContain('postgres://')
    },
  )
})

async function message(of: ChildProcess): Promise<unknown> {
  const [answer] = await once(of, 'message')
  return answer
}
