import { randomBytes } from 'node:crypto'
import { ConfigError } from '@sallyport/process'
import { createSecretFolder } from '@sallyport/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.js'

const secrets = createSecretFolder()
afterAll(() => secrets.remove())
const shareKey = randomBytes(32).toString('base64')
const env = {
  DATABASE_URL: 'postgres://localhost/x',
  SALLYPORT_TRUSTED_PROXIES: '1',
  SALLYPORT_PUBLIC_URL: 'https://auth.example.com/',
  SALLYPORT_KEK_FILE: secrets.write('kek', shareKey),
  SALLYPORT_TOKEN_KEK_FILE: secrets.write('token-kek', randomBytes(32).toString('base64')),
  SALLYPORT_SMTP_URL: 'smtps://user:pass@mail.example.com',
  SALLYPORT_MAIL_FROM: 'Sallyport <login@example.com>',
  SALLYPORT_VAULT_SOCKET: '/run/vault.sock',
}
const problemsOf = (given: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig({ ...env, ...given })
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('T-23: is production unless told otherwise, and needs nothing but what is listed', () => {
    expect(readConfig(env)).toMatchObject({
      environment: 'production',
      publicOrigin: 'https://auth.example.com',
      port: 4400,
      channels: { email: { from: 'login@example.com' } },
      trustedProxies: 1,
      strictErrors: false,
    })
  })

  test.each(Object.keys(env))('error: %s missing is one sentence', (name) => {
    const problems = problemsOf({ [name]: undefined })
    expect(problems).toHaveLength(1)
    const variable = name.replace('_FILE', '')
    expect(problems[0]).toMatch(new RegExp(`^${variable} is missing: set it to .+\\.$`))
  })

  test.each([
    [{ SALLYPORT_PUBLIC_URL: 'http://auth.example.com' }, 'must be https in production'],
    [{ SALLYPORT_PUBLIC_URL: 'auth' }, 'must be a URL'],
    [{ SALLYPORT_KEK_FILE: secrets.write('zeros', `${'A'.repeat(43)}=`) }, 'is not random'],
    [{ SALLYPORT_KEK_FILE: secrets.write('short', 'c2hvcnQ=') }, 'must be 32 random bytes'],
    [{ SALLYPORT_KEK_FILE: '/etc/absent' }, 'cannot read'],
    [{ SALLYPORT_TOKEN_KEK_FILE: secrets.write('both', shareKey) }, 'starts with a key of'],
    [
      { SALLYPORT_KEK_FILE: secrets.write('twice', `${shareKey}\n${shareKey}`) },
      'SALLYPORT_KEK has a key twice',
    ],
    [{ SALLYPORT_SMTP_URL: 'mail.example.com' }, 'must begin with smtp'],
    [{ SALLYPORT_MAIL_FROM: 'nowhere' }, 'must be an email address'],
    [{ SALLYPORT_FRAME_DIR: '/srv/frame' }, 'SALLYPORT_FRAME_DIR is for development'],
    [{ SALLYPORT_PORT: 'many' }, 'must be a whole number'],
  ])('error: %o', (given, problem) => {
    const problems = problemsOf(given)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('T-11: a key setting is one key or a list, the newest first, on lines or with commas', () => {
    const [newest, older] = [randomBytes(32), randomBytes(32)]
    const [one, two] = [newest, older].map((key) => key.toString('base64'))
    for (const written of [`${one}\n${two}\n`, `${one}, ${two}`, `${one},${two}`]) {
      const given = { SALLYPORT_ENV: 'development', SALLYPORT_KEK: written }
      const { keks } = readConfig({ ...env, SALLYPORT_KEK_FILE: undefined, ...given })
      expect(keks.shares.map((key) => Buffer.from(key))).toEqual([newest, older])
    }
  })

  test('T-05: the key before there were two stays behind the newest token key while its rows are moved', () => {
    const both = `${randomBytes(32).toString('base64')} ${shareKey}`
    expect(problemsOf({ SALLYPORT_TOKEN_KEK_FILE: secrets.write('moving', both) })).toEqual([])
  })

  test('T-03: error: production takes no key from the environment; development does', () => {
    const given = { SALLYPORT_KEK: randomBytes(32).toString('base64') }
    expect(problemsOf({ ...given, SALLYPORT_KEK_FILE: undefined })).toEqual([
      expect.stringContaining('SALLYPORT_KEK is in the environment'),
    ])
    const development = { ...given, SALLYPORT_KEK_FILE: undefined, SALLYPORT_ENV: 'development' }
    expect(problemsOf(development)).toEqual([])
  })

  test('T-09: error: production needs the number of proxies, also when it is 0; development does not', () => {
    const problems = problemsOf({ SALLYPORT_TRUSTED_PROXIES: undefined })
    expect(problems).toEqual([expect.stringContaining('SALLYPORT_TRUSTED_PROXIES is missing')])
    expect(problemsOf({ SALLYPORT_TRUSTED_PROXIES: '0' })).toEqual([])
    const development = { SALLYPORT_ENV: 'development', SALLYPORT_TRUSTED_PROXIES: undefined }
    expect(problemsOf(development)).toEqual([])
  })

  test.each([
    ['DATABASE_URL', 'postgres://a:hush@db.example/x', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:hush@db.example/x?sslmode=disable', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:hush@db.example/x?sslmode=prefer', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:hush@localhost/x?host=db.example', 'sslmode=verify-full'],
    ['SALLYPORT_SMTP_URL', 'smtp://a:hush@mail.example', 'requireTLS=true'],
    ['SALLYPORT_SMTP_URL', 'smtp://a:hush@mail.example?requireTLS=false', 'requireTLS=true'],
  ])('T-26: error: production refuses %s=%s, and says the remedy', (name, url, remedy) => {
    const problems = problemsOf({ [name]: url })
    expect(problems).toEqual([expect.stringContaining(remedy)])
    expect(problems[0]).not.toContain('hush')
    expect(problemsOf({ [name]: url, SALLYPORT_ENV: 'development' })).toEqual([])
  })

  test.each([
    ['DATABASE_URL', 'postgres://db.example/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example/x?sslmode=require'],
    ['DATABASE_URL', 'postgres:///x?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://a@%2Fvar%2Frun%2Fpostgresql/x'],
    ['DATABASE_URL', 'postgres://127.0.0.1/x'],
    ['DATABASE_URL', 'postgres://[::1]/x'],
    ['SALLYPORT_SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
    ['SALLYPORT_SMTP_URL', 'smtp://localhost:25'],
  ])('T-26: production accepts %s=%s', (name, url) => {
    expect(problemsOf({ [name]: url })).toEqual([])
  })

  test('error: an environment that is neither, and a log level that does not exist', () => {
    expect(problemsOf({ SALLYPORT_ENV: 'prod' })).toHaveLength(1)
    expect(problemsOf({ SALLYPORT_LOG_LEVEL: 'loud' })).toHaveLength(1)
  })

  test('development takes http', () => {
    const given = { SALLYPORT_ENV: 'development', SALLYPORT_PUBLIC_URL: 'http://localhost:4400' }
    expect(problemsOf(given)).toEqual([])
  })

  test.each(['not-a-url', 'mysql://user:hush@db/x', 'postgres://user:p/w@db:x'])(
    'error: %s is not a database, in one sentence that does not repeat it',
    (url) => {
      const [problem, ...others] = problemsOf({ DATABASE_URL: url })
      expect(problem).toContain('DATABASE_URL must be a Postgres URL')
      expect(problem).not.toContain(url)
      expect(others).toEqual([])
    },
  )

  test('error: a port above 65535', () => {
    expect(problemsOf({ SALLYPORT_PORT: '70000' })).toEqual([
      'SALLYPORT_PORT must be a whole number from 0 to 65535.',
    ])
  })
})
