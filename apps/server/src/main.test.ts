import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const kek = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')
const source = (name: string) => new URL(name, import.meta.url).pathname
let database: TestDatabase
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sallyport-main-'))
  await writeFile(join(folder, 'index.html'), '<head></head>')
  const port = await freePort()
  env = {
    PATH: process.env.PATH ?? '',
    SALLYPORT_ENV: 'development',
    SALLYPORT_PORT: String(port),
    SALLYPORT_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SALLYPORT_KEK: kek,
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
})

function start(script: string, given: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', source(script)], {
    env: { ...env, ...given } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
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
    const { child, exit, output } = start('./main.ts')
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
      vault: false,
      mail: false,
      sms: true,
    })
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  })

  test('ends with its parent', async () => {
    const { child, exit } = start('./main.ts')
    await message(child)
    child.disconnect()
    expect((await exit)[0]).toBe(0)
  })

  test('makes an app once', async () => {
    const run = async () => {
      const { child, exit, output } = start('./provision-app.ts')
      child.stdin?.end(
        JSON.stringify({ appId: 'a'.repeat(25), name: 'Acme', environment: 'development' }),
      )
      await exit
      return JSON.parse(output())
    }
    expect(await run()).toMatchObject({ appId: 'a'.repeat(25), created: true })
    expect(await run()).toEqual({ appId: 'a'.repeat(25), created: false })
  })

  const production = {
    SALLYPORT_ENV: 'production',
    SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
    SALLYPORT_TRUSTED_PROXIES: '1',
  }
  test('T-24: error: a production server does not make a development app', async () => {
    const { child, exit, output } = start('./provision-app.ts', production)
    child.stdin?.end(JSON.stringify({ name: 'Acme', environment: 'development' }))
    expect((await exit)[0]).toBe(1)
    expect(output()).toContain('A production server does not run development apps')
  })

  test('T-24: a development app made before does not stop a production server, which does not serve it', async () => {
    const { child, exit, output } = start('./main.ts', production)
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
    expect(output()).toContain('a production server does not serve it')
  })

  test('error: an unreachable database and a taken port are a sentence each, and no stack', async () => {
    const other = createServer().listen(Number(env.SALLYPORT_PORT), '127.0.0.1')
    await once(other, 'listening')
    const { exit, output } = start('./main.ts', { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' })
    expect((await exit)[0]).toBe(1)
    other.close()
    expect(output()).toContain('DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1')
    expect(output()).toContain(`SALLYPORT_PORT ${env.SALLYPORT_PORT} is taken on 127.0.0.1`)
    expect(output()).not.toMatch(/hush|stack|at async/)
  })

  test('error: every missing setting has its sentence', async () => {
    const { exit, output } = start('./main.ts', {
      SALLYPORT_KEK: undefined,
      DATABASE_URL: undefined,
    })
    expect((await exit)[0]).toBe(1)
    expect(output()).toContain('SALLYPORT_KEK is missing')
    expect(output()).toContain('DATABASE_URL is missing')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
