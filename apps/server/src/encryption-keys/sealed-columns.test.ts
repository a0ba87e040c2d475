import { createTestKit, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiSchema } from '../db/connect.js'
import { sealedColumns } from './sealed-columns.js'

/** Columns of bytes that hold a hash or a code of authenticity of the row. */
const digest = /\.(?:\w+_)?(?:hash|mac|digest)$/

/** Columns of bytes that no key of the API has to be moved for, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'share_generation.device_public_key': 'public',
  'share_generation.encrypted_recovery_share': 'encrypted by the frame, under a key of the vault',
  'share_generation.next_encrypted_recovery_share': 'the same',
  'refresh_token.successor': 'under a key derived from the token that it follows, until that ends',
  'oauth_flow.secrets': 'a login in progress: gone after minutes',
  'oauth_flow.outcome': 'a login in progress: gone after minutes',
}

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit?.close())

describe('sealedColumns', () => {
  test('T-11: names every column of bytes that is not a digest, or it is named here with the reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = ${apiSchema} and data_type = 'bytea'`.execute(kit.db)
    const bytes = rows.map(({ name }) => name).filter((name) => !digest.test(name))
    // The app's secrets are members of one JSON column.
    const sealed = Object.keys(sealedColumns).filter((name) => !name.startsWith('app.secrets.'))
    expect(bytes.sort()).toEqual([...sealed, ...Object.keys(others)].sort())
  })
})
