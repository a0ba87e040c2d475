import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readVaultConfig } from './config.js'
import { productionProblems } from './production-checks.js'

const env = {
  SALLYPORT_VAULT_SOCKET: '/run/vault.sock',
  SALLYPORT_VAULT_KEK: randomBytes(32).toString('base64'),
  SALLYPORT_VAULT_DATABASE_URL: 'postgres://localhost/x',
}

describe('readVaultConfig', () => {
  test('T-23: needs three settings, defaults the limits and is production unless told otherwise', () => {
    expect(readVaultConfig(env)).toMatchObject({
      socketPath: '/run/vault.sock',
      databaseUrl: 'postgres://localhost/x',
      releasesPerMinute: 30,
      releasesPerWalletPerDay: 60,
      production: true,
      logLevel: 'info',
      exitWithParent: false,
    })
  })

  test.each(Object.keys(env))('error: names %s when it is missing', (name) => {
    expect(() => readVaultConfig({ ...env, [name]: undefined })).toThrow(
      new RegExp(`^${name} is missing: set it to .+\\.$`),
    )
  })

  test.each([
    randomBytes(31).toString('base64'),
    randomBytes(32).toString('hex'),
    `${env.SALLYPORT_VAULT_KEK} `,
  ])('error: refuses a key that is not 32 bytes of base64, without repeating it', (kek) => {
    const read = () => readVaultConfig({ ...env, SALLYPORT_VAULT_KEK: kek })
    expect(read).toThrow('SALLYPORT_VAULT_KEK must be 32 random bytes in base64')
  })

  test.each(['0', '-1', '1.5', 'many'])('error: refuses the limit %s', (limit) => {
    const read = () => readVaultConfig({ ...env, SALLYPORT_VAULT_RELEASES_PER_MINUTE: limit })
    expect(read).toThrow('SALLYPORT_VAULT_RELEASES_PER_MINUTE must be a whole number')
  })
})

describe('T-23: the environment of the vault', () => {
  test('is development only when it is said', () => {
    const production = (given: object) => readVaultConfig({ ...env, ...given }).production
    expect(production({ NODE_ENV: 'development' })).toBe(true)
    expect(production({ SALLYPORT_ENV: '' })).toBe(true)
    expect(production({ SALLYPORT_ENV: 'development' })).toBe(false)
    expect(() => production({ SALLYPORT_ENV: 'dev' })).toThrow(
      'SALLYPORT_ENV must be production or development.',
    )
  })
})

describe('T-26: the database of a production vault', () => {
  const read = (url: string, given: object = {}) =>
    readVaultConfig({ ...env, SALLYPORT_VAULT_DATABASE_URL: url, ...given })

  test('error: on another host needs TLS', () => {
    expect(() => read('postgres://v:hush@db.example/x')).toThrow(/without TLS: add \?sslmode/)
    expect(() => read('postgres://v:hush@db.example/x')).not.toThrow('hush')
    expect(read('postgres://v@db.example/x?sslmode=verify-full').production).toBe(true)
    expect(read('postgres://v@db.example/x', { SALLYPORT_ENV: 'development' })).toBeDefined()
  })
})

describe('productionProblems', () => {
  const config = readVaultConfig(env)
  const safe = {
    nodeFlags: ['--disable-proto=delete'],
    socketDirectoryMode: 0o750,
    roleIsSuperuser: false,
    schemaIsShared: false,
  }

  test('finds none where all is as it should be', () => {
    expect(productionProblems(config, safe)).toEqual([])
  })

  test.each([
    ['a key of zeros', { ...config, kek: new Uint8Array(32) }, {}, 'not random'],
    ['a debugger', config, { nodeFlags: ['--inspect=0'] }, '--inspect'],
    [
      'a socket others can replace',
      config,
      { socketDirectoryMode: 0o777 },
      'writable by its owner',
    ],
    ['a superuser', config, { roleIsSuperuser: true }, 'superuser'],
    ['a shared schema', config, { schemaIsShared: true }, 'Revoke'],
  ])('error: names %s in one sentence', (_name, settings, around, words) => {
    const problems = productionProblems(settings, { ...safe, ...around })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
  })
})
