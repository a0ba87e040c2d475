import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@sallyport/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { renewRowMacs } from '../../encryption-keys/remac-rows.js'
import { aesKeyEncryption } from '../../ports/key-encryption.js'
import { systemRandom } from '../../ports/random.js'
import { connectDb } from '../connect.js'
import { createMigrator, migrate } from '../migrate.js'

const rowsFromBefore = [
  `insert into app (id, environment, config, private_settings, secrets, secret_hash, signing_key,
     verification_key, created_at, updated_at)
   values ('app', 'development', '{}', '{}', '{}', '', '', '', 1, 1)`,
  `insert into user_account (app_id, id, is_guest, created_at) values ('app', 'ada', false, 1)`,
  `insert into linked_account (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
   values ('app', 'ada', 'google_oauth', '1', '{"email": "Ada@example.com"}', 1, 1),
     ('app', 'ada', 'apple_oauth', '2', '{"email": null}', 1, 1),
     ('app', 'ada', 'github_oauth', '3', '{"email": "eve@example.com"}', 1, 1)`,
  `insert into test_account (app_id, id, name, email, phone_number, code, created_at)
   values ('app', 't', null, 'test@example.com', '+15555550100', '', 1)`,
  `insert into allowlist_entry (app_id, type, value, id, created_at)
   values ('app', 'email', 'ada@example.com', 'e', 1)`,
  `insert into cross_app_grant (id, app_id, user_id, requester, requester_origin, requester_name,
     addresses, created_at, expires_at) values ('g', 'app', 'ada', 'key:k', 'https://a.example', 'A', '["0x1"]', 1, 2)`,
  `insert into recovery_account (app_id, user_id, provider, account_hash, proven_at)
   values ('app', 'ada', 'google', '\\x01', 1)`,
]

test('P5: rows of a database that an earlier version has filled get the MACs that later ones ask for', async () => {
  const database = await createTestDatabase()
  const db = connectDb({ url: database.url })
  const [shares, old, newest] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const key = aesKeyEncryption({ shares: [shares], tokens: [old] }, systemRandom)
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  await (await createMigrator(db, key)).migrateTo('0055-idempotent-requests')
  for (const statement of rowsFromBefore) await sql.raw(statement).execute(db)

  await migrate(db, key)

  const { rows: emails } = await sql`
    select key, verified_email from linked_account order by key`.execute(db)
  const renewed = aesKeyEncryption({ shares: [shares], tokens: [newest, old] }, systemRandom)
  const passes = await renewRowMacs(db, renewed)
  await db.destroy()
  await database.drop()
  expect(emails).toEqual([
    { key: '1', verified_email: 'ada@example.com' },
    { key: '2', verified_email: null },
    { key: '3', verified_email: null },
  ])
  const right = { moved: 1, failed: 0 }
  expect(passes).toMatchObject({
    'test_account.mac': right,
    'allowlist_entry.mac': right,
    'cross_app_grant.mac': right,
    'recovery_account.mac': right,
    'linked_account.email_mac': right,
  })
})
