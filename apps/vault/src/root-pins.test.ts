import { randomUUID } from 'node:crypto'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import type { VaultCall, VaultInput } from '@sallyport/protocols/vault'
import {
  createTestDatabase,
  createTestVault,
  type TestDatabase,
  type TestVault,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  createVaultUsers,
  type TestUser,
  testCommitment,
} from './testing/vault-users.js'

const startMs = Date.UTC(2030, 0, 1)
const log: string[] = []
let database: TestDatabase
let admin: pg.Client
let vault: TestVault
const { newUser, store, askRelease, release } = createVaultUsers({
  ask,
  publicKey: () => vault.publicKey,
  startMs,
})

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  vault = await createTestVault({
    databaseUrl: database.url,
    clock: { nowMs: () => startMs },
    log,
  })
})
afterAll(async () => {
  await vault?.close()
  await admin?.end()
  await database?.drop()
})

const mismatch = { error: { code: 'root_mismatch' } }

describe('V8: code in the API process names another wallet of a user', () => {
  test('a key of it is neither stored nor released once the user has a wallet, and operators are told', async () => {
    const ada = await newUser()
    const thieves = otherWallet(ada)
    await store(ada)
    // Stored before the user's own wallet was confirmed.
    expect(await store(thieves)).not.toHaveProperty('error')
    expect(await pin(ada)).not.toHaveProperty('error')

    expect(await pin(thieves)).toEqual(mismatch)
    expect(await askRelease(thieves)).toEqual(mismatch)
    expect(await store(otherWallet(ada))).toEqual(mismatch)
    expect(log.join('')).toContain('"event":"root_refused"')
    expect(await release(ada)).toEqual(Buffer.from(ada.recoveryKey))
  })

  test('another secret under the id of the user’s wallet is refused', async () => {
    const ada = await newUser()
    await store(ada)
    await pin(ada)
    const thieves = { ...ada, keyId: randomUUID(), commitment: testCommitment() }
    expect(await store(thieves)).toEqual(mismatch)
  })

  test('of several wallets that are confirmed at once, the user has one', async () => {
    const ada = await newUser()
    const wallets = Array.from({ length: 5 }, () => otherWallet(ada))
    await Promise.all(wallets.map((wallet) => store(wallet)))

    const answers = await Promise.all(wallets.map(pin))

    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  test('imported wallets are beside it, each with a secret of its own', async () => {
    const ada = await newUser()
    const imported = { ...otherWallet(ada), commitment: testCommitment({ imported: true }) }
    for (const wallet of [ada, imported]) {
      await store(wallet)
      expect(await pin(wallet)).not.toHaveProperty('error')
    }
    const other = testCommitment({ imported: true })
    expect(await store({ ...imported, keyId: randomUUID(), commitment: other })).toEqual(mismatch)
  })

  test('a key without a commitment is not stored', async () => {
    const ada = await newUser()
    const bare = await store({ ...ada, commitment: new Uint8Array() })
    expect(bare).toEqual({ error: { code: 'invalid_request' } })
  })

  test('a note that another than the vault wrote refuses what it is about', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    for (const user of [ada, ben]) {
      await store(user)
      await pin(user)
    }
    await admin.query(
      `update sallyport_vault.root_pin set record = (select record from sallyport_vault.root_pin
        where app_id = $1) where app_id = $2`,
      [ben.appId, ada.appId],
    )
    expect(await askRelease(ada)).toEqual({ error: { code: 'row_refused' } })
  })
})

function otherWallet(user: TestUser): TestUser {
  const names = { walletId: randomUUID(), keyId: randomUUID() }
  return { ...user, ...names, commitment: testCommitment() }
}

async function pin({ appId, userId, walletId, keyId, accessToken }: TestUser): Promise<Answer> {
  const { publicKey } = await generateSealKeyPair()
  const readBackPublicKey = toBase64url(publicKey)
  return ask('pinRoot', { appId, userId, walletId, keyId, accessToken, readBackPublicKey })
}

/** Makes a call as the API's socket does. */
async function ask(call: string, input: object): Promise<Answer> {
  try {
    // Of the form of any call's input.
    const output = await vault.call(call as VaultCall, input as VaultInput<VaultCall>)
    return { output: output as NonNullable<Answer['output']> }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { error: { code: String(error.code) } }
  }
}
