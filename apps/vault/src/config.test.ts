import { randomBytes } from 'node:crypto'
import { keyProgramProblems } from '@sallyport/keyholder'
import { createSecretFolder } from '@sallyport/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { readVaultConfig } from './config.js'
import { vaultProgram } from './key-program.js'

const secrets = createSecretFolder()
afterAll(() => secrets.remove())
const key = randomBytes(32).toString('base64')
const env = {
  SALLYPORT_VAULT_SOCKET: '/run/vault.sock',
  SALLYPORT_VAULT_KEK_FILE: secrets.write('kek', key),
  SALLYPORT_VAULT_DATABASE_URL: 'postgres://localhost/x',
  SALLYPORT_VAULT_SMTP_URL: 'smtps://mail.example',
  SALLYPORT_VAULT_MAIL_FROM: 'Wallet <wallet@example.com>',
}

describe('readVaultConfig', () => {
  test('T-23: needs five settings, defaults the limits and is production unless told otherwise', () => {
    expect(readVaultConfig(env)).toMatchObject({
      socketPath: '/run/vault.sock',
      databaseUrl: 'postgres://localhost/x',
      releasesPerMinute: 30,
      releasesPerWalletPerDay: 60,
      mail: {
        url: 'smtps://mail.example',
        from: 'wallet@example.com',
        operator: 'wallet@example.com',
      },
      production: true,
      logLevel: 'info',
      exitWithParent: false,
    })
  })

  test.each(Object.keys(env))('error: names %s when it is missing', (name) => {
    expect(() => readVaultConfig({ ...env, [name]: undefined })).toThrow(
      new RegExp(`^${name.replace('_FILE', '')} is missing: set it to .+\\.$`),
    )
  })

  test.each([
    randomBytes(31).toString('base64'),
    randomBytes(32).toString('hex'),
    `${key.slice(0, 20)} ${key.slice(20)}`,
  ])('error: refuses a key that is not 32 bytes of base64, without repeating it', (kek) => {
    const SALLYPORT_VAULT_KEK_FILE = secrets.write('bad', kek)
    const read = () => readVaultConfig({ ...env, SALLYPORT_VAULT_KEK_FILE })
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

describe('T-26: the mail server of the vault', () => {
  const read = (url: string, given: object = {}) =>
    readVaultConfig({ ...env, SALLYPORT_VAULT_SMTP_URL: url, ...given })

  test('error: on another host needs TLS', () => {
    expect(() => read('smtp://v:hush@mail.example')).toThrow(
      /^SALLYPORT_VAULT_SMTP_URL sends mail to another host without requiring TLS/,
    )
    expect(() => read('smtp://v:hush@mail.example')).not.toThrow('hush')
    expect(read('smtp://127.0.0.1:25').mail?.url).toBe('smtp://127.0.0.1:25')
    expect(read('smtp://mail.example?requireTLS=true').mail).toBeDefined()
  })

  test('is needed in production, and can be left out in development', () => {
    const development = { SALLYPORT_ENV: 'development', SALLYPORT_VAULT_MAIL_FROM: undefined }
    expect(() => read('')).toThrow('SALLYPORT_VAULT_SMTP_URL is missing')
    expect(read('', development).mail).toBeUndefined()
  })
})

describe('keyProgramProblems', () => {
  const config = readVaultConfig(env)
  const process = {
    uid: 900,
    nodeFlags: ['--disable-proto=delete'],
    hasNodeOptions: false,
    coreLimit: '0',
  }
  const owner = { role: 'vault', isOwner: true, readsEverything: false, reason: 'is its owner' }
  const admin = {
    role: 'postgres',
    isOwner: false,
    readsEverything: true,
    reason: 'is a superuser',
  }
  const safe = {
    process,
    socketDirectory: { mode: 0o750, uid: 900 },
    role: 'vault',
    readers: [owner, admin],
  }

  test('finds none where all is as it should be', () => {
    expect(keyProgramProblems(vaultProgram, { config, around: safe })).toEqual([])
  })

  test.each([
    ['a key of zeros', { ...config, keks: [new Uint8Array(32)] }, {}, 'not random'],
    [
      'root',
      config,
      { process: { ...process, uid: 0 }, socketDirectory: { mode: 0o750, uid: 0 } },
      'root',
    ],
    ['a debugger', config, { process: { ...process, nodeFlags: ['--inspect=0'] } }, '--inspect'],
    ['options of Node', config, { process: { ...process, hasNodeOptions: true } }, 'NODE_OPTIONS'],
    ['core dumps', config, { process: { ...process, coreLimit: 'unlimited' } }, 'LimitCORE=0'],
    [
      'a socket others can replace',
      config,
      { socketDirectory: { mode: 0o770, uid: 900 } },
      'writable by its owner',
    ],
    [
      'a socket in a folder of another user',
      config,
      { socketDirectory: { mode: 0o750, uid: 5 } },
      'chown',
    ],
    [
      'T-15: its own role if that is a superuser',
      config,
      { readers: [{ ...owner, readsEverything: true, reason: 'is a superuser' }] },
      'must not use the role vault, which is a superuser',
    ],
    [
      'T-15: another role that can read the tables',
      config,
      {
        readers: [owner, { ...admin, role: 'reports', reason: 'is a member of pg_read_all_data' }],
      },
      'reports can read the tables of sallyport_vault: it is a member of pg_read_all_data',
    ],
  ])('error: names %s in one sentence', (_name, settings, around, words) => {
    const problems = keyProgramProblems(vaultProgram, {
      config: settings,
      around: { ...safe, ...around },
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
  })
})
