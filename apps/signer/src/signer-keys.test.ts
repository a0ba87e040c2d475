import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { checkUnusedKey, listKeys, resealRecords, signerSchema } from '@sallyport/keyholder'
import { answerOnSocket, bytesColumns, createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignerDatabase, type SignerDatabase } from './database.js'
import { signerCipher } from './signer-cipher.js'
import { signerRecords } from './signer-records.js'
import { startSigner } from './start-signer.js'
import { createSignerWorld, type SignerWorld } from './testing/signer-world.js'

let world: SignerWorld
let db: SignerDatabase
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  db = openSignerDatabase(world.config.databaseUrl, 15_000)
})
afterAll(async () => {
  await db?.destroy()
  await world?.close()
})

describe('T-11: the key-encryption key of the signer', () => {
  test('is replaced: every record moves, the older key can go, and the wallets sign on', async () => {
    const wallet = await world.delegated()
    const [older] = world.config.keks
    const newest = new Uint8Array(randomBytes(32))
    const keks = [newest, ...world.config.keks]
    const deps = { db, cipher: signerCipher(keks), keks, store: signerRecords }
    const [, before] = (await listKeys(deps)).keys
    await expect(checkUnusedKey(deps, before?.id ?? '')).rejects.toThrow('signer-keys rotate')

    const { moved, failed } = await resealRecords(deps)

    expect([moved, failed]).toEqual([
      { 'seal_key.wrapped_private_key': 1, 'app_key.record': 1, 'delegation.record': 1 },
      {},
    ])
    expect(await checkUnusedKey(deps, before?.id ?? '')).toMatchObject({
      remove: expect.stringContaining('SALLYPORT_SIGNER_KEK'),
    })
    const { clock, logger, directory } = world
    const socketPath = join(directory, 'after.sock')
    const config = { ...world.config, keks: [newest], socketPath }
    const after = await startSigner({ config, clock, logger })
    const params = { message: 'hello', encoding: 'utf-8' }
    const input = world.signedRequest(wallet, { method: 'personal_sign', params })
    const answer = await answerOnSocket<object>(socketPath, { call: 'signRequest', input })
    await after.close()
    expect(answer).toMatchObject({ output: { data: { encoding: 'hex' } } })
    const thief = startSigner({ config: { ...config, keks: [older ?? newest] }, clock, logger })
    await expect(thief).rejects.toThrow('SALLYPORT_SIGNER_KEK is not the key')
  })

  test('seals every column of bytes of its schema but those named here with the reason', async () => {
    // Public, and checked against the private half.
    const others = ['seal_key.public_key']
    const sealed = Object.keys(signerRecords.columns)
    expect(await bytesColumns(db, signerSchema)).toEqual([...sealed, ...others].sort())
  })
})
