import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkUnusedKey, listKeys, resealRecords } from '../encryption-keys.js'
import { answerOnSocket } from '../testing/answer-on-socket.js'
import { bytesColumns } from '../testing/bytes-columns.js'
import { createDelegateWorld, type DelegateWorld } from '../testing/delegate-world.js'
import { type DelegateDatabase, delegateSchema, openDelegateDatabase } from './database.js'
import { delegateCipher } from './delegate-cipher.js'
import { delegateRecords } from './delegate-records.js'
import { startDelegate } from './start-delegate.js'

let world: DelegateWorld
let db: DelegateDatabase
beforeAll(async () => {
  world = await createDelegateWorld(await createTestDatabase())
  db = openDelegateDatabase(world.config.databaseUrl, 15_000)
})
afterAll(async () => {
  await db?.destroy()
  await world?.close()
})

describe('T-11: the key-encryption key of the signer of delegated wallets', () => {
  test('is replaced: every record moves, the older key can go, and the wallets sign on', async () => {
    const wallet = await world.delegated()
    const [older] = world.config.keks
    const newest = new Uint8Array(randomBytes(32))
    const keks = [newest, ...world.config.keks]
    const deps = { db, cipher: delegateCipher(keks), keks, store: delegateRecords }
    const [, before] = (await listKeys(deps)).keys
    await expect(checkUnusedKey(deps, before?.id ?? '')).rejects.toThrow('delegate-keys rotate')

    const { moved, failed } = await resealRecords(deps)

    expect([moved, failed]).toEqual([
      { 'seal_key.wrapped_private_key': 1, 'app_key.record': 1, 'delegation.record': 1 },
      {},
    ])
    expect(await checkUnusedKey(deps, before?.id ?? '')).toMatchObject({
      remove: expect.stringContaining('SALLYPORT_DELEGATE_KEK'),
    })
    const { clock, logger, directory } = world
    const socketPath = join(directory, 'after.sock')
    const config = { ...world.config, keks: [newest], socketPath }
    const after = await startDelegate({ config, clock, logger })
    const params = { message: 'hello', encoding: 'utf-8' }
    const input = world.signedRequest(wallet, { method: 'personal_sign', params })
    const answer = await answerOnSocket<object>(socketPath, { call: 'signRequest', input })
    await after.close()
    expect(answer).toMatchObject({ output: { data: { encoding: 'hex' } } })
    const thief = startDelegate({ config: { ...config, keks: [older ?? newest] }, clock, logger })
    await expect(thief).rejects.toThrow('SALLYPORT_DELEGATE_KEK is not the key')
  })

  test('seals every column of bytes of its schema but those named here with the reason', async () => {
    const others = [
      // Public, and checked against the private half.
      'seal_key.public_key',
      // A hash of what the app's keys have signed.
      'reservation.request',
    ]
    const sealed = Object.keys(delegateRecords.columns)
    expect(await bytesColumns(db, delegateSchema)).toEqual([...sealed, ...others].sort())
  })
})
