import { api } from '@sallyport/contract'
import { createTestDatabase, createTestKit, dumpTables } from '@sallyport/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runMaintenance } from '../maintenance.js'
import { connectDb } from './connect.js'
import { migrate } from './migrate.js'

test('two servers that boot together migrate an empty database once', async () => {
  const database = await createTestDatabase()
  const [one, two] = [connectDb({ url: database.url }), connectDb({ url: database.url })]
  await sql`drop schema sallyport_api cascade`.execute(one)

  const results = await Promise.allSettled([migrate(one), migrate(two)])
  const apps = await two.selectFrom('app').selectAll().execute()
  await Promise.all([one.destroy(), two.destroy()])
  await database.drop()

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(apps).toEqual([])
})

test('maintenance deletes what has ended and nothing else', async () => {
  const kit = await createTestKit()
  const old = await kit.signIn('old@example.com')
  await kit.call(api.email.init, { body: { email: 'pending@example.com' } })
  await runMaintenance(kit.deps)
  const still = await kit.call(api.user.me, {}, { token: old.token })
  expect(await dumpTables(kit.db)).toContain('pending@example.com')

  kit.clock.advance(181 * 86_400_000)
  const fresh = await kit.signIn('fresh@example.com')
  await runMaintenance(kit.deps)
  const counts = await sql`
    select (select count(*) from session) as sessions, (select count(*) from refresh_token) as tokens,
      (select count(*) from user_account) as users`.execute(kit.db)
  const me = await kit.call(api.user.me, {}, { token: fresh.token })
  const dump = await dumpTables(kit.db)
  await kit.close()

  expect([still.status, me.status]).toEqual([200, 200])
  expect(counts.rows).toEqual([{ sessions: 1, tokens: 1, users: 2 }])
  expect(dump).not.toContain('pending@example.com')
})

test("deleting a user deletes that user's sessions and refresh tokens only", async () => {
  const kit = await createTestKit()
  const leaving = await kit.signIn('leaving@example.com')
  await kit.signIn('staying@example.com')
  const id = leaving.user.id.split(':').at(-1) ?? ''

  await kit.db.deleteFrom('user_account').where('id', '=', id).execute()
  const sessions = await kit.db.selectFrom('session').select('id').execute()
  const tokens = await kit.db.selectFrom('refresh_token').select('session_id').execute()
  await kit.close()

  expect(tokens.map(({ session_id }) => session_id)).toEqual(sessions.map(({ id }) => id))
  expect(sessions).toHaveLength(1)
})
