import { randomBytes } from 'node:crypto'
import {
  checkUnusedKey,
  listKeys,
  loadSealKeyPair,
  resealRecords,
  vaultSchema,
} from '@sallyport/keyholder'
import { bytesColumns, createTestDatabase, type TestDatabase } from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVaultDatabase, type VaultDatabase } from './database.js'
import { loadFactorKey } from './factors/factor-key.js'
import { readFactor, writeFactor } from './factors/factor-store.js'
import { migrateVault } from './migrations.js'
import { recordCipher } from './record-cipher.js'
import { findKey, insertKey, placeOf } from './recovery-key-rows.js'
import { vaultRecords } from './vault-records.js'

const [older, newest] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
const clock = { nowMs: () => 1_768_478_400_000 }
const user = { appId: 'app', userId: 'ada' }
const key = {
  ...user,
  walletId: '5f0c7c11-30c7-4d4b-8e0a-2f36a8f5c0a1',
  keyId: '0b4f5d3e-9a1c-4b52-9d0e-6c1f7a2b3c4d',
}
const before = { cipher: recordCipher([older]), keks: [older], store: vaultRecords }
const during = { cipher: recordCipher([newest, older]), keks: [newest, older], store: vaultRecords }
const after = { cipher: recordCipher([newest]), keks: [newest], store: vaultRecords }
let database: TestDatabase
let db: VaultDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create schema ${vaultSchema}`)
  await client.end()
  db = openVaultDatabase(database.url, 15_000)
  await migrateVault(db, { cipher: before.cipher, version: '0.1.0' })
  await loadSealKeyPair(db, before.cipher, 'SALLYPORT_VAULT_KEK')
  await loadFactorKey(db, before.cipher)
  const storedAtMs = clock.nowMs()
  const record = await before.cipher.seal(new Uint8Array(32).fill(5), placeOf(key, storedAtMs))
  await insertKey(key, { record, storedAtMs }, db)
  const factor = { method: 'totp', factorId: '', content: { a: 1 }, counter: 0 } as const
  await writeFactor(user, factor, { db, cipher: before.cipher, clock })
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

describe('T-11: the vault’s key-encryption key is replaced', () => {
  test('error: the older key cannot go while records name it', async () => {
    const { keys } = await listKeys({ db, ...during })
    expect(keys.map(({ use, records }) => [use, records])).toEqual([
      ['newest', {}],
      [
        'older',
        {
          'seal_key.wrapped_private_key': 1,
          'factor_key.wrapped_private_key': 1,
          'factor_key.wrapped_pepper': 1,
          'recovery_key.record': 1,
          'factor.record': 1,
        },
      ],
    ])
    const ids = keys.map(({ id }) => id)
    await expect(checkUnusedKey({ db, ...during }, ids[1] ?? '')).rejects.toThrow('in use')
    await expect(checkUnusedKey({ db, ...during }, ids[0] ?? '')).rejects.toThrow('newest')
    await expect(checkUnusedKey({ db, ...during }, 'x')).rejects.toThrow('not set')
  })

  test('rotate moves every record, once; the older key opens nothing of it afterwards', async () => {
    const { moved, failed, keys } = await resealRecords({ db, ...during })

    expect([Object.values(moved), failed]).toEqual([[1, 1, 1, 1, 1], {}])
    expect((await resealRecords({ db, ...during })).moved).toEqual({})
    expect(await checkUnusedKey({ db, ...during }, keys[1]?.id ?? '')).toMatchObject({
      remove: expect.stringContaining('SALLYPORT_VAULT_KEK'),
    })
    await loadSealKeyPair(db, after.cipher, 'SALLYPORT_VAULT_KEK')
    await loadFactorKey(db, after.cipher)
    const factor = { method: 'totp', factorId: '' } as const
    expect(await readFactor(user, factor, { db, cipher: after.cipher })).toEqual({ a: 1 })
    const stored = await findKey(key, db)
    if (stored === undefined || stored === 'deleted') throw new Error('The key is gone')
    const place = placeOf(key, stored.storedAtMs)
    expect(await after.cipher.open(stored.record, place)).toEqual(new Uint8Array(32).fill(5))
    const refused = { code: 'row_refused', cause: { message: 'Record of another key' } }
    await expect(before.cipher.open(stored.record, place)).rejects.toMatchObject(refused)
  })
})

test('T-11: every column of bytes of the vault is moved, or is named here with the reason', async () => {
  const others = [
    // Public, and checked against the private half.
    'seal_key.public_key',
    // Hashes, and a key that is public.
    'factor_code.code_hash',
    'release_request.request',
    'release_request.device_key',
    ...Object.keys(vaultRecords.shortLived),
  ]
  const moved = Object.keys(vaultRecords.columns)
  expect(await bytesColumns(db, vaultSchema)).toEqual([...moved, ...others].sort())
})
