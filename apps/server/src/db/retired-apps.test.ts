import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApps } from '../apps/registry.js'
import { deleteRetiredApp, setRetired } from './retired-apps.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const [walletId, generationId] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-00000000000a',
]

/** An app with a user who has a wallet with a share. */
async function appWithShares() {
  const app = await kit.addApp()
  const userId = 'did:privy:ada'
  const rows = [
    sql`insert into user_account (app_id, id, is_guest, created_at)
      values (${app.appId}, ${userId}, false, 1)`,
    sql`insert into wallet_root (app_id, user_id, wallet_id, state, imported, recovery_method, confirming_chain, created_at)
      values (${app.appId}, ${userId}, ${walletId}, 'active', false, 'privy', 'ethereum', 1)`,
    sql`insert into wallet_account (app_id, user_id, wallet_id, chain_type, wallet_index, address)
      values (${app.appId}, ${userId}, ${walletId}, 'ethereum', 0, '0x')`,
    sql`insert into share_generation (app_id, user_id, wallet_id, generation_id, state, device_public_key,
        auth_share, encrypted_recovery_share, device_hash, auth_hash, recovery_hash, created_at, last_used_at, recovery_key_id)
      values (${app.appId}, ${userId}, ${walletId}, ${generationId}, 'active', '', '', '', '', '', '', 1, 1, ${walletId})`,
  ]
  for (const row of rows) await row.execute(kit.db)
  return app
}

const countShares = async (appId: string) =>
  (
    await kit.db
      .selectFrom('share_generation')
      .select('app_id')
      .where('app_id', '=', appId)
      .execute()
  ).length

describe('deleting what holds shares', () => {
  test.each(['app', 'user_account', 'wallet_root'])(
    'T-17: error: delete from %s is refused while shares depend on it',
    async (table) => {
      const { appId } = await appWithShares()
      const column = table === 'app' ? 'id' : 'app_id'
      await expect(
        sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${appId}`.execute(kit.db),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^23(001|503)$/) })
      expect(await countShares(appId)).toBe(1)
    },
  )
})

describe('a retired app', () => {
  test('T-17: is answered as unknown, keeps its shares, and works again when it is restored', async () => {
    const { appId } = await appWithShares()
    const apps = () =>
      createApps({ db: kit.db, keyEncryption: kit.deps.keyEncryption, environment: 'development' })
    expect(await setRetired(kit.db, { appId, retiredAtMs: 5 })).toEqual({ retiredAtMs: 5 })
    expect(await setRetired(kit.db, { appId, retiredAtMs: 9 })).toEqual({ retiredAtMs: 5 })
    kit.deps.apps.forget(appId)

    const { body } = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    expect(body.code).toBe('missing_or_invalid_privy_app_id')
    expect(await apps().find(appId)).toBeUndefined()
    expect(await countShares(appId)).toBe(1)

    expect(await setRetired(kit.db, { appId, retiredAtMs: null })).toEqual({ retiredAtMs: null })
    expect(await apps().find(appId)).toBeDefined()
  })

  test('T-17: can be deleted only after the time it is held, with everything it has', async () => {
    const { appId } = await appWithShares()
    expect(await deleteRetiredApp(kit.db, { appId, beforeMs: 100 })).toBe(false)
    await setRetired(kit.db, { appId, retiredAtMs: 50 })
    expect(await deleteRetiredApp(kit.db, { appId, beforeMs: 50 })).toBe(false)
    expect(await countShares(appId)).toBe(1)

    expect(await deleteRetiredApp(kit.db, { appId, beforeMs: 51 })).toBe(true)

    expect(await countShares(appId)).toBe(0)
    expect(await setRetired(kit.db, { appId, retiredAtMs: 1 })).toBeUndefined()
  })

  test('T-17: the command retires an app, and does not delete it before its time', async () => {
    const { appId } = await appWithShares()
    const run = async (action: string) => {
      const script = new URL('../retire-app.ts', import.meta.url).pathname
      const env = { PATH: process.env.PATH, DATABASE_URL: kit.databaseUrl }
      const child = spawn(process.execPath, ['--import', 'tsx-runner', script], { env })
      child.stdin.end(JSON.stringify({ appId, action }))
      const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (child.exitCode === null) await once(child, 'exit')
      return { code: child.exitCode, out, error }
    }

    const retired = JSON.parse((await run('retire')).out)
    expect(Date.parse(retired.canBeDeletedAt) - Date.parse(retired.retiredAt)).toBe(30 * 86_400_000)
    expect(await run('delete')).toMatchObject({
      code: 1,
      error: expect.stringContaining('30 days'),
    })
    expect(await countShares(appId)).toBe(1)
  })
})
