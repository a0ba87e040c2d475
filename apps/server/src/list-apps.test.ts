import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* The built program: npm test builds first. */
const program = new URL('../dist/list-apps.js', import.meta.url).pathname
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
  await kit.signIn('ada@example.com')
  await kit.addApp({ name: 'Umbrella', environment: 'production' })
})
afterAll(() => kit.close())

const list = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: kit.databaseUrl },
  })

describe('npm run apps', () => {
  test('lists every app with its users, without a secret', async () => {
    const { stdout } = await list('list')
    const { apps } = JSON.parse(stdout)
    expect(apps).toHaveLength(2)
    expect(apps).toContainEqual({
      appId: kit.appId,
      name: 'Acme',
      environment: 'development',
      users: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      retiredAt: null,
    })
    expect(stdout).not.toContain(kit.appSecret)
  }, 60_000)

  test('as a table', async () => {
    const { stdout } = await list('list', '--table')
    const [head, ...rows] = stdout.trim().split('\n')
    expect(head).toMatch(/^ID +NAME +ENVIRONMENT +USERS +CREATED +RETIRED$/)
    expect(rows).toHaveLength(2)
  }, 60_000)

  test('error: another word is answered with what it takes', async () => {
    await expect(list('show')).rejects.toMatchObject({ stderr: 'Usage: apps list [--table]\n' })
  }, 60_000)
})
