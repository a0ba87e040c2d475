import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createTestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealEvents } from './seal-events.js'

test('T-16: the command prints the head of a chain, and exits with 1 when a row was changed', async () => {
  const kit = await createTestKit()
  try {
    await kit.signIn()
    await sealEvents(kit.deps)
    const verify = async () => {
      const script = new URL('../audit-command.ts', import.meta.url).pathname
      const env = {
        PATH: process.env.PATH,
        SALLYPORT_ENV: 'development',
        DATABASE_URL: kit.databaseUrl,
        SALLYPORT_KEK: toText(kit.deps.config.keks.shares),
        SALLYPORT_TOKEN_KEK: toText(kit.deps.config.keks.tokens),
      }
      const args = ['--import', 'tsx-runner', script, 'verify', kit.appId]
      const child = spawn(process.execPath, args, { env })
      const [out] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (child.exitCode === null) await once(child, 'exit')
      return { code: child.exitCode, report: JSON.parse(out) }
    }
    expect(await verify()).toMatchObject({
      code: 0,
      report: {
        length: 1,
        waiting: 0,
        problems: [],
        head: expect.stringMatching(/^1:[0-9a-f]{64}$/),
      },
    })
    await sql`update audit_event set kind = 'logged_in' where app_id = ${kit.appId}`.execute(kit.db)
    expect(await verify()).toMatchObject({
      code: 1,
      report: { problems: [{ seq: 1, problem: 'changed', meaning: expect.any(String) }] },
    })
  } finally {
    await kit.close()
  }
})

function toText(keys: readonly Uint8Array[]): string {
  return keys.map((key) => Buffer.from(key).toString('base64')).join(' ')
}
