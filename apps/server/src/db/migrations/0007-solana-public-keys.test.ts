import { linkedAccount } from '@sallyport/contract'
import { createTestDatabase } from '@sallyport/testing'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDb } from '../connect.js'
import { accounts } from './0001-accounts.js'
import { solanaPublicKeys } from './0007-solana-public-keys.js'

const wallet = (chain_type: string, address: string) => ({
  id: null,
  address,
  chain_id: 'x:1',
  chain_type,
  wallet_client: 'privy',
  wallet_client_type: 'privy',
  connector_type: 'embedded',
  imported: false,
  delegated: false,
  wallet_index: 0,
  recovery_method: 'privy',
})

test('Solana wallets linked before carry their address as public key; others stay as they were', async () => {
  const database = await createTestDatabase()
  const db = connectDb({ url: database.url })
  // Migrations know no tables: they are run as the migrator runs them.
  const untyped = db as unknown as Kysely<unknown>
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  await accounts.up(untyped)
  await sql`insert into app values ('app', 'development', '{}', '', '', '', null, 1, 1)`.execute(db)
  await sql`insert into user_account (app_id, id, is_guest, created_at)
    values ('app', 'ada', false, 1)`.execute(db)
  for (const data of [wallet('ethereum', '0x1'), wallet('solana', 's')]) {
    await sql`insert into linked_account
      (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
      values ('app', 'ada', 'wallet', ${data.address}, ${JSON.stringify(data)}, 1, 1)`.execute(db)
  }

  await solanaPublicKeys.up(untyped)

  const { rows } = await sql<{ data: object }>`select data from linked_account order by id`.execute(
    db,
  )
  await db.destroy()
  await database.drop()
  expect(rows.map(({ data }) => data)).toEqual([
    wallet('ethereum', '0x1'),
    { ...wallet('solana', 's'), public_key: 's' },
  ])
  const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
  for (const { data } of rows) {
    expect(linkedAccount.safeParse({ type: 'wallet', ...times, ...data }).success).toBe(true)
  }
})
