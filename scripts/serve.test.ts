import { describe, expect, test } from 'vitest'
import { readConfig } from '../apps/server/src/config.js'
import { readVaultConfig } from '../apps/signer/src/config.js'
import { serveProblems, serverEnv, vaultEnv } from './lib/serve-settings.mjs'

const readers = { server: readConfig, vault: readVaultConfig }
const key = (first: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => first + i)).toString('base64')
const safe = {
  SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
  DATABASE_URL: 'postgres://api:x@db/sallyport',
  SALLYPORT_KEK: key(1),
  SALLYPORT_SMTP_URL: 'smtps://mail.example.com',
  SALLYPORT_MAIL_FROM: 'login@example.com',
  SALLYPORT_FRAME_DIR: '/srv/frame',
  SALLYPORT_VAULT_SOCKET: '/run/sallyport/vault.sock',
  SALLYPORT_VAULT_KEK: key(101),
  SALLYPORT_VAULT_DATABASE_URL: 'postgres://vault:y@db/sallyport',
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
