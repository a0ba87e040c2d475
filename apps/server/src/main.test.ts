import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  asUser,
  canSwitchUser,
  createSecretFolder,
  createTestDatabase,
  type SecretFolder,
  type TestDatabase,
  testUsers,
} from '@sallyport/testing'
import { freePort } from '@sallyport/testing/free-port'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb } from './db/connect.js'
import { grantRuntimeRole } from './db/runtime-role.js'

const keyOf = (factor: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => index * factor)).toString('base64')
const [kek, tokenKek] = [keyOf(7), keyOf(5)]
/* The built programs: npm test builds first. */
const built = (name: string) => new URL(`../dist/${name}.js`, import.meta.url).pathname
let database: TestDatabase
let folder: string
let env: Record<string, string>
let secrets: SecretFolder
beforeAll(async () => {
  database = await createTestDatabase()
  secrets = createSecretFolder(canSwitchUser ? testUsers.api : undefined)
  folder = await mkdtemp(join(tmpdir(), 'sallyport-main-'))
  await writeFile(join(folder, 'index.html'), '<head></head>')
  await chmod(folder, 0o755)
  const port = await freePort()
  env = {
    PATH: process.env.PATH ?? '',
    SALLYPORT_ENV: 'development',
    SALLYPORT_PORT: String(port),
    SALLYPORT_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SALLYPORT_KEK: kek,
    SALLYPORT_TOKEN_KEK: tokenKek,
    SALLYPORT_SMTP_URL: 'smtp://127.0.0.1:1',
    SALLYPORT_MAIL_FROM: 'login@auth.example',
    SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
    SALLYPORT_FRAME_DIR: folder,
    SALLYPORT_EXIT_WITH_PARENT: '1',
    DATABASE_URL: database.url,
  }
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
  secrets.remove()
})

function start(script: string, given: Record<string, string | undefined> = {}) {
  const isProduction = given.SALLYPORT_ENV === 'production'
  const child = spawn(process.execPath, [built(script)], {
    env: { ...env, ...given } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    ...(isProduction && asUser('api')),
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return { child, exit: once(child, 'exit'), output: () => output }
}

const message = (child: ChildProcess) => once(child, 'message').then(([value]) => value)

describe('the server process', () => {
  test('starts, follows the clock, answers, and ends on SIGTERM', async () => {
    const { child, exit, output } = start('main')
    expect(await Promise.race([message(child), exit.then(output)])).toEqual({ type: 'ready' })
    const answered = message(child)
    child.send({ type: 'clock', offsetMs: 5000 })
    expect(await answered).toEqual({ type: 'clock-set', offsetMs: 5000 })
    const health = await fetch(`${env.SALLYPORT_PUBLIC_URL}/healthz`)
    expect(await health.json()).toEqual({ status: 'ok' })
    const ready = await fetch(`${env.SALLYPORT_PUBLIC_URL}/readyz`)
    expect(await ready.json()).toEqual({
      status: 'unavailable',
      database: true,
      clock: true,
      vault: false,
      mail: false,
      sms: true,
    })
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  })

  test('ends with its parent', async () => {
    const { child, exit } = start('main')
    await message(child)
    child.disconnect()
    expect((await exit)[0]).toBe(0)
  })

  test('makes an app once', async () => {
    const run = async () => {
      const { child, exit, output } = start('provision-app')
      child.stdin?.end(
        JSON.stringify({ appId: 'a'.repeat(25), name: 'Acme', environment: 'development' }),
      )
      await exit
      return JSON.parse(output())
    }
    expect(await run()).toMatchObject({ appId: 'a'.repeat(25), created: true })
    expect(await run()).toEqual({ appId: 'a'.repeat(25), created: false })
  })

  const production = () => ({
    SALLYPORT_ENV: 'production',
    SALLYPORT_FRAME_DIR: undefined,
    SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
    SALLYPORT_TRUSTED_PROXIES: '1',
    SALLYPORT_KEK: undefined,
    SALLYPORT_KEK_FILE: secrets.write('kek', kek),
    SALLYPORT_TOKEN_KEK: undefined,
    SALLYPORT_TOKEN_KEK_FILE: secrets.write('token-kek', tokenKek),
  })
  test('T-24: error: a production server does not make a development app', async () => {
    const { child, exit, output } = start('provision-app', production())
    child.stdin?.end(JSON.stringify({ name: 'Acme', environment: 'development' }))
    expect((await exit)[0]).toBe(1)
    expect(output()).toContain('A production server does not run development apps')
  })

  test('T-24: a development app made before does not stop a production server, which does not serve it', async () => {
    const { url, drop } = await createRuntimeRole()
    const { child, exit, output } = start('main', { ...production(), DATABASE_URL: url })
    expect(await Promise.race([message(child), exit.then(output)])).toEqual({ type: 'ready' })
    const jwks = await fetch(
      `http://127.0.0.1:${env.SALLYPORT_PORT}/api/v1/apps/${'a'.repeat(25)}/jwks.json`,
    )
    expect([jwks.status, (await jwks.json()).code]).toEqual([
      400,
      'missing_or_invalid_privy_app_id',
    ])
    child.kill('SIGTERM')
    await exit
    await drop()
    expect(output()).toContain('a production server does not serve it')
  })

  test('error: an unreachable database and a taken port are a sentence each, and no stack', async () => {
    const other = createServer().listen(Number(env.SALLYPORT_PORT), '127.0.0.1')
    await once(other, 'listening')
    const { exit, output } = start('main', { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' })
    expect((await exit)[0]).toBe(1)
    other.close()
    expect(output()).toContain('DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1')
    expect(output()).toContain(`SALLYPORT_PORT ${env.SALLYPORT_PORT} is taken on 127.0.0.1`)
    expect(output()).not.toMatch(/hush|stack|at async/)
  })

  test('error: every missing setting has its sentence', async () => {
    const { exit, output } = start('main', {
      SALLYPORT_KEK: undefined,
      DATABASE_URL: undefined,
    })
    expect((await exit)[0]).toBe(1)
    expect(output()).toContain('SALLYPORT_KEK is missing')
    expect(output()).toContain('DATABASE_URL is missing')
  })
})

/** A production server does not run as a superuser. */
async function createRuntimeRole(): Promise<{ url: string; drop(): Promise<void> }> {
  const role = `main_${randomBytes(4).toString('hex')}`
  const db = connectDb({ url: database.url, poolSize: 1 })
  await sql.raw(`create role ${role} with login password 'x'`).execute(db)
  await grantRuntimeRole(db, role)
  // As `provisionRoles` does: roles of other tests may read everything where they can connect.
  const name = new URL(database.url).pathname.slice(1)
  await sql.raw(`revoke all on database ${name} from public`).execute(db)
  await sql.raw(`grant connect on database ${name} to ${role}`).execute(db)
  return {
    url: Object.assign(new URL(database.url), { username: role, password: 'x' }).href,
    drop: async () => {
      await sql.raw(`drop owned by ${role} cascade`).execute(db)
      await sql.raw(`drop role ${role}`).execute(db)
      await db.destroy()
    },
  }
}
