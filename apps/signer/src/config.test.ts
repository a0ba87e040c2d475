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
  test('reads the three settings and defaults the limits', () => {
    expect(readVaultConfig(env)).toMatchObject({
      socketPath: '/run/vault.sock',
      databaseUrl: 'postgres://localhost/x',
      releasesPerMinute: 30,
      releasesPerWalletPerDay: 60,
      production: false,
    })
  })

  test.each(Object.keys(env))('error: names %s when it is missing', (name) => {
    expect(() => readVaultConfig({ ...env, [name]: undefined })).toThrow(`Set ${name}.`)
  })

  test.each([
    randomBytes(31).toString('base64'),
    randomBytes(32).toString('hex'),
    `${env.SALLYPORT_VAULT_KEK} `,
  ])('error: refuses a key that is not 32 bytes of base64, without repeating it', (kek) => {
    const read = () => readVaultConfig({ ...env, SALLYPORT_VAULT_KEK: kek })
    expect(read).toThrow('SALLYPORT_VAULT_KEK must be 32 random bytes in base64.')
  })

  test.each(['0', '-1', '1.5', 'many'])('error: refuses the limit %s', (limit) => {
    const read = () => readVaultConfig({ ...env, SALLYPORT_VAULT_RELEASES_PER_MINUTE: limit })
    expect(read).toThrow('SALLYPORT_VAULT_RELEASES_PER_MINUTE must be a whole number')
  })
})

describe('productionProblems', () => {
  const config = readVaultConfig({ ...env, NODE_ENV: 'production' })
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
