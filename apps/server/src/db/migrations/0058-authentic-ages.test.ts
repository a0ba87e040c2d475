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
  `insert into user_account (app_id, id, is_guest, created_at) values ('app', 'ada', false, 5)`,
  `insert into linked_account (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
   values ('app', 'ada', 'email', 'ada@example.com', '{}', 5, 5),
     ('app', 'ada', 'wallet', 'pressed', '{}', 7, 7), ('app', 'ada', 'wallet', 'added', '{}', 8, 8)`,
  `insert into audit_event (app_id, user_id, kind, at, data) values
     ('app', 'ada', 'account_linked', 7, '{"account_type": "wallet", "of": "guest", "confirmed": "wallet"}'),
     ('app', 'ada', 'account_linked', 8, '{"account_type": "wallet", "of": "guest"}')`,
  `insert into wallet_root (app_id, user_id, wallet_id, state, imported, recovery_method, confirming_chain, created_at)
   values ('app', 'ada', gen_random_uuid(), 'active', false, 'privy', 'ethereum', 6)`,
]

test('P8: accounts and wallets of an earlier version keep their age, which is authentic from then on', async () => {
  const database = await createTestDatabase()
  const db = connectDb({ url: database.url })
  const [shares, old, newest] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const key = aesKeyEncryption({ shares: [shares], tokens: [old] }, systemRandom)
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  await (await createMigrator(db, key)).migrateTo('0057-notice-digests')
  for (const statement of rowsFromBefore) await sql.raw(statement).execute(db)

  await expect(migrate(db)).rejects.toThrow('SALLYPORT_KEK_FILE')
  await migrate(db, key)

  const { rows } = await sql`select key, is_first from linked_account order by key`.execute(db)
  const renewed = aesKeyEncryption({ shares: [shares], tokens: [newest, old] }, systemRandom)
  const passes = await renewRowMacs(db, renewed)
  await db.destroy()
  await database.drop()
  expect(rows).toEqual([
    { key: 'ada@example.com', is_first: true },
    { key: 'added', is_first: false },
    { key: 'pressed', is_first: true },
  ])
  expect(passes).toMatchObject({
    'linked_account.age_mac': { moved: 3, failed: 0 },
    'wallet_root.age_mac': { moved: 1, failed: 0 },
  })
})
