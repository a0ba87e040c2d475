import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.js'

const env = {
  DATABASE_URL: 'postgres://localhost/x',
  SALLYPORT_PUBLIC_URL: 'https://auth.example.com/',
  SALLYPORT_KEK: randomBytes(32).toString('base64'),
  SALLYPORT_SMTP_URL: 'smtps://user:pass@mail.example.com',
  SALLYPORT_MAIL_FROM: 'Sallyport <login@example.com>',
  SALLYPORT_VAULT_SOCKET: '/run/vault.sock',
  SALLYPORT_FRAME_DIR: '/srv/frame',
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
  test('is production unless told otherwise, and needs nothing but what is listed', () => {
    expect(readConfig(env)).toMatchObject({
      environment: 'production',
      publicOrigin: 'https://auth.example.com',
      port: 4400,
      smtp: { from: 'login@example.com' },
      trustedProxies: 0,
      strictErrors: false,
    })
  })

  test.each(Object.keys(env))('error: %s missing is one sentence', (name) => {
    const problems = problemsOf({ [name]: undefined })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} is missing: set it to .+\\.$`))
  })

  test.each([
    [{ SALLYPORT_PUBLIC_URL: 'http://auth.example.com' }, 'must be https in production'],
    [{ SALLYPORT_PUBLIC_URL: 'auth' }, 'must be a URL'],
    [{ SALLYPORT_KEK: Buffer.alloc(32).toString('base64') }, 'is not random'],
    [{ SALLYPORT_KEK: 'c2hvcnQ=' }, 'must be 32 bytes'],
    [{ SALLYPORT_KEK_FILE: '/etc/kek' }, 'not from a file'],
    [{ SALLYPORT_SMTP_URL: 'mail.example.com' }, 'must begin with smtp'],
    [{ SALLYPORT_MAIL_FROM: 'nobody' }, 'must be an e-mail address'],
    [{ SALLYPORT_PORT: 'many' }, 'must be a whole number'],
  ])('error: %o', (given, problem) => {
    const problems = problemsOf(given)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('development takes http', () => {
    const given = { SALLYPORT_ENV: 'development', SALLYPORT_PUBLIC_URL: 'http://localhost:4400' }
    expect(problemsOf(given)).toEqual([])
  })

  test.each(['not-a-url', 'mysql://user:hush@db/x', 'postgres://user:p/w@db:x'])(
    'error: %s is no database, in one sentence that does not repeat it',
    (url) => {
      const [problem, ...others] = problemsOf({ DATABASE_URL: url })
      expect(problem).toContain('DATABASE_URL must be a Postgres URL')
      expect(problem).not.toContain(url)
      expect(others).toEqual([])
    },
  )

  test('error: a port above 65535', () => {
    expect(problemsOf({ SALLYPORT_PORT: '70000' })).toEqual([
      'SALLYPORT_PORT must be a whole number up to 65535.',
    ])
  })
})
