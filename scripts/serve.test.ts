import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../apps/server/src/config.js'
import { readVaultConfig } from '../apps/signer/src/config.js'
import { serveProblems, serverEnv, vaultEnv } from './lib/serve-settings.mjs'

const readers = { server: readConfig, vault: readVaultConfig }
const key = (first: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => first + i)).toString('base64')
const safe = {
  SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
  DATABASE_URL: 'postgres://api:x@db/sallyport?sslmode=verify-full',
  SALLYPORT_TRUSTED_PROXIES: '1',
  SALLYPORT_KEK: key(1),
  SALLYPORT_SMTP_URL: 'smtps://mail.example.com',
  SALLYPORT_MAIL_FROM: 'login@example.com',
  SALLYPORT_FRAME_DIR: '/srv/frame',
  SALLYPORT_VAULT_SOCKET: '/run/sallyport/vault.sock',
  SALLYPORT_VAULT_KEK: key(101),
  SALLYPORT_VAULT_DATABASE_URL: 'postgres://vault:y@db/sallyport?sslmode=verify-full',
}

describe('serveProblems', () => {
  test('has nothing to say about safe settings', () => {
    expect(serveProblems(safe, readers)).toEqual([])
  })

  test.each(Object.keys(safe))('error: asks for %s when it is missing', (name) => {
    const problems = serveProblems({ ...safe, [name]: undefined }, readers)

    expect(problems.join('\n')).toContain(name)
  })

  test.each([
    ['a development environment', { SALLYPORT_ENV: 'development' }, 'SALLYPORT_ENV'],
    ['a key in a plain file', { SALLYPORT_VAULT_KEK_FILE: '/etc/key' }, 'SALLYPORT_VAULT_KEK_FILE'],
    ['the same key twice', { SALLYPORT_VAULT_KEK: key(1) }, 'are the same'],
    ['the same role twice', { SALLYPORT_VAULT_DATABASE_URL: 'postgres://api:x@db/v' }, 'same role'],
    ['T-26: a database without TLS', { DATABASE_URL: 'postgres://a@db/x' }, 'without TLS'],
    ['pages over plain HTTP', { SALLYPORT_PUBLIC_URL: 'http://auth.example.com' }, 'https'],
  ])('error: refuses %s', (_, change, said) => {
    expect(serveProblems({ ...safe, ...change }, readers).join('\n')).toContain(said)
  })

  test('error: says everything at once', () => {
    expect(serveProblems({}, readers).length).toBeGreaterThanOrEqual(7)
  })
})

describe('the environments of the two processes', () => {
  test('keep the key and role of each from the other', () => {
    const env = { ...safe, PATH: '/bin', AWS_SECRET: 'x' }

    expect(Object.keys(serverEnv(env))).not.toContain('SALLYPORT_VAULT_KEK')
    expect(Object.keys(serverEnv(env))).not.toContain('SALLYPORT_VAULT_DATABASE_URL')
    expect(Object.keys(vaultEnv(env)).sort()).toEqual([
      'PATH',
      'SALLYPORT_VAULT_DATABASE_URL',
      'SALLYPORT_VAULT_KEK',
      'SALLYPORT_VAULT_SOCKET',
    ])
  })
})

/* The built programs: npm test builds first. */
describe('npm run serve', () => {
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
    const env = { PATH: process.env.PATH, TMPDIR: temporary, ...settings, ...given }
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

  test('error: databases that are no URLs are a sentence each, and nothing starts', async () => {
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
    })
    other.close()

    expect([code, out]).toEqual([1, ''])
    expect(lines).toEqual([
      expect.stringMatching(/^SALLYPORT_PORT \d+ is taken on 127.0.0.1: .*\.$/),
      expect.stringMatching(/^SALLYPORT_VAULT_DATABASE_URL cannot be used: .*\(ECONNREFUSED\)\.$/),
    ])
  })

  test('leaves nothing in the folder for temporary files when it is refused', () => {
    expect(readdirSync(temporary)).toEqual([])
  })
})
