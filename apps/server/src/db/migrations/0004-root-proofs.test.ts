import { createTestDatabase } from '@sallyport/testing'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDb } from '../connect.js'
import { accounts } from './0001-accounts.js'
import { custody } from './0002-custody.js'
import { readBack } from './0003-read-back.js'
import { rootProofs } from './0004-root-proofs.js'

const [ethereumRoot, solanaRoot] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
]
const [first, second, gone] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
]

const rowsFromBefore = [
  `insert into app values ('app', 'development', '{}', '', '', '', null, 1, 1)`,
  `insert into user_account (app_id, id, is_guest, created_at)
     values ('app', 'ada', false, 1), ('app', 'bob', false, 1)`,
  `insert into wallet_root values
     ('app', 'ada', '${ethereumRoot}', 'active', false, 'r', 1, 2),
     ('app', 'bob', '${solanaRoot}', 'stored', false, 'r', 1, null)`,
  `insert into wallet_account values
     ('app', 'ada', '${ethereumRoot}', 'solana', 0, 's', null),
     ('app', 'ada', '${ethereumRoot}', 'ethereum', 0, 'e', null),
     ('app', 'bob', '${solanaRoot}', 'solana', 0, 't', null),
     ('app', 'bob', '${solanaRoot}', 'ethereum', 1, 'f', null)`,
  `insert into share_generation (app_id, user_id, wallet_id, generation_id, state,
       device_public_key, auth_share, encrypted_recovery_share, device_hash, auth_hash,
       recovery_hash, created_at, last_used_at, revoked_at)
     values
     ('app', 'ada', '${ethereumRoot}', '${first}', 'active', '', '', '', '', '', '', 2, 2, null),
     ('app', 'ada', '${ethereumRoot}', '${second}', 'active', '', '', '', '', '', '', 3, 9, null),
     ('app', 'ada', '${ethereumRoot}', '${gone}', 'revoked', '', null, null, '', '', '', 1, 1, 4)`,
]

test('wallets from before have a confirming chain and a device that confirmed them', async () => {
  const database = await createTestDatabase()
  const db = connectDb({ url: database.url })
  // Migrations know no tables: they are run as the migrator runs them.
  const untyped = db as unknown as Kysely<unknown>
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  for (const { up } of [accounts, custody, readBack]) await up(untyped)
  for (const statement of rowsFromBefore) await sql.raw(statement).execute(db)

  await rootProofs.up(untyped)

  const { rows: roots } = await sql`
    select wallet_id, confirming_chain from wallet_root order by wallet_id`.execute(db)
  const { rows: generations } = await sql`
    select generation_id, vouched, confirmed_root from share_generation
    order by generation_id`.execute(db)
  await db.destroy()
  await database.drop()
  expect(roots).toEqual([
    { wallet_id: ethereumRoot, confirming_chain: 'ethereum' },
    { wallet_id: solanaRoot, confirming_chain: 'solana' },
  ])
  expect(generations).toEqual([
    { generation_id: first, vouched: true, confirmed_root: true },
    { generation_id: second, vouched: false, confirmed_root: false },
    { generation_id: gone, vouched: false, confirmed_root: false },
  ])
})
