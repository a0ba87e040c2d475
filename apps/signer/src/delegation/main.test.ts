import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provisionRoles } from '../roles.js'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const suffix = randomBytes(4).toString('hex')
const roles = {
  apiRole: `api_${suffix}`,
  vaultRole: `vault_${suffix}`,
  delegateRole: `delegate_${suffix}`,
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
  const passwords = { apiPassword: suffix, vaultPassword: suffix, delegatePassword: suffix }
  await provisionRoles(admin, { ...roles, ...passwords })
  const url = new URL(database.url)
  url.username = roles.delegateRole
  url.password = suffix
  production = {
    PATH: process.env.PATH,
    SALLYPORT_DELEGATE_SOCKET: folder.socket,
    SALLYPORT_DELEGATE_KEK_FILE: secrets.write('kek', randomBytes(32).toString('base64')),
    SALLYPORT_DELEGATE_DATABASE_URL: url.href,
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

describe('the process of the signer of delegated wallets', () => {
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

  test('error: T-15 does not start in production as a superuser, nor without a key', async () => {
    const superuser = { ...production, SALLYPORT_DELEGATE_DATABASE_URL: database.url }
    expect(await outputOf(superuser)).toContain('which is a superuser')
    const { SALLYPORT_DELEGATE_KEK_FILE: _, ...noKey } = production
    expect(await outputOf(noKey)).toContain('SALLYPORT_DELEGATE_KEK')
  })
})

function start(env: NodeJS.ProcessEnv): ChildProcess {
  return fork(main, { env, execArgv: ['--import', 'tsx'], silent: true, ...asUser('vault') })
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
