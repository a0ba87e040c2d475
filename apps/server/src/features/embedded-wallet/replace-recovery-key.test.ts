import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  authOrigin,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  recoverBody,
  replaceRecoveryKeyBody,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMaintenance } from '../../maintenance.js'

const routes = api.embeddedWallet
const dayMs = 86_400_000
let kit: TestKit
let vault: TestVault
let count = 0
const invalid = { status: 400, body: { code: 'invalid_data' } }

/** Happens once, before the vault is asked for a release. */
let beforeRelease: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  kit = await createTestKit({
    deps: {
      vault: {
        call: async (name, input) => {
          const first = name === 'releaseRecoveryKey' ? beforeRelease : undefined
          if (first) beforeRelease = undefined
          await first?.()
          return vault.call(name, input)
        },
      },
    },
  })
  vault = await createTestVault({
    databaseUrl: kit.databaseUrl,
    clock: kit.clock,
    config: { releasesPerMinute: 1_000, releasesPerWalletPerDay: 1_000 },
  })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

describe('T-06: replacing the recovery key of a generation', () => {
  test('the present key stays in use until the switch, and is deleted by it', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()

    const stored = await replace(ada, device, next)
    expect(stored).toMatchObject({ status: 200, body: { state: 'stored' } })
    expect(await releasedKey(ada, device)).toEqual(Buffer.from(device.recoveryKey))
    expect(await switchTo(ada, device, next)).toMatchObject({ body: { state: 'switched' } })

    expect(await releasedKey(ada, device)).toEqual(next.recoveryKey)
    expect(await liveKeys(device)).toEqual([next.recoveryKeyId])
  })

  test('each step can be repeated', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()
    for (const _ of [1, 2]) expect((await replace(ada, device, next)).status).toBe(200)
    for (const _ of [1, 2]) expect((await switchTo(ada, device, next)).status).toBe(200)
    expect(await replace(ada, device, next)).toMatchObject(invalid)
    expect(await releasedKey(ada, device)).toEqual(next.recoveryKey)
  })

  test('a replacement that was not finished can be followed by another', async () => {
    const { ada, device } = await newWallet()
    const [first, second] = [await newKey(), await newKey()]
    await replace(ada, device, first)
    await replace(ada, device, second)

    expect(await switchTo(ada, device, first)).toMatchObject(invalid)
    expect((await switchTo(ada, device, second)).status).toBe(200)
    expect(await releasedKey(ada, device)).toEqual(second.recoveryKey)
    kit.clock.advance(dayMs + 1)
    await runMaintenance(kit.deps)
    expect(await liveKeys(device)).toEqual([second.recoveryKeyId])
  })

  test('with the vault away the old key is deleted later', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()
    await replace(ada, device, next)
    await vault.stop()
    expect((await switchTo(ada, device, next)).status).toBe(200)
    await vault.start()
    expect(await liveKeys(device)).toHaveLength(2)

    await runMaintenance(kit.deps)

    expect(await liveKeys(device)).toEqual([next.recoveryKeyId])
    expect(await releasedKey(ada, device)).toEqual(next.recoveryKey)
  })

  test('a recovery during which another device replaces the key gets the new one, with the share under it', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()
    const body = await replaceRecoveryKeyBody(device, next)
    beforeRelease = async () => {
      await callReplace(ada, device, body)
      await switchTo(ada, device, next)
    }

    const { answer, openRecoveryKey } = await recover(ada, device)

    expect(answer).toMatchObject({
      status: 200,
      body: {
        recovery_key_id: next.recoveryKeyId,
        encrypted_recovery_share: body.encrypted_recovery_share,
      },
    })
    expect(Buffer.from(await openRecoveryKey(answer.body, vault.publicKey))).toEqual(
      next.recoveryKey,
    )
  })

  test('error: a key that the vault does not have is asked for once', async () => {
    const { ada, device } = await newWallet()
    await kit.db
      .updateTable('share_generation')
      .set({ recovery_key_id: randomUUID() })
      .where('generation_id', '=', device.generationId)
      .execute()

    const { answer } = await recover(ada, device)

    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
  })

  test('error: the holder of an access token alone can neither store a key nor switch to one', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()
    const thief = await createTestDevice(ada.owner, {
      ...(await createTestDevice(ada.owner)),
      walletId: device.walletId,
    })
    const body = await replaceRecoveryKeyBody(thief, next)
    const forged = { ...body, replaces: device.recoveryKeyId }

    expect(await callReplace(ada, device, forged)).toMatchObject(invalid)
    expect(await switchTo(ada, device, next)).toMatchObject(invalid)
    expect(await switchTo(ada, device, thief)).toMatchObject(invalid)
    expect(await releasedKey(ada, device)).toEqual(Buffer.from(device.recoveryKey))
  })
})

describe('T-31: recovery keys that no share needs are deleted', () => {
  test('one of a root that was never confirmed, a day later', async () => {
    const ada = await newUser()
    const device = await store(ada)
    await runMaintenance(kit.deps)
    expect(await liveKeys(device)).toHaveLength(1)

    kit.clock.advance(dayMs + 1)
    await runMaintenance(kit.deps)

    expect(await liveKeys(device)).toEqual([])
  })

  test('one of a user who was deleted, when the deletion can no longer be undone', async () => {
    const { ada, device } = await newWallet()
    const userId = ada.owner.userId.split(':').at(-1)!
    await kit.db
      .updateTable('user_account')
      .set({ deleted_at: kit.clock.nowMs() })
      .where('id', '=', userId)
      .execute()
    kit.clock.advance(30 * dayMs)
    await runMaintenance(kit.deps)
    expect(await liveKeys(device)).toHaveLength(1)

    kit.clock.advance(1)
    await runMaintenance(kit.deps)

    expect(await liveKeys(device)).toEqual([])
  })

  test('a key that several devices share, as before keys had ids, stays while one of them has it', async () => {
    const { ada, device } = await newWallet()
    const next = await newKey()
    await sql`insert into share_generation
      select (jsonb_populate_record(g, jsonb_build_object('generation_id', ${randomUUID()}::text))).*
      from share_generation g where wallet_id = ${device.walletId}`.execute(kit.db)
    await replace(ada, device, next)
    await switchTo(ada, device, next)

    expect((await liveKeys(device)).sort()).toEqual(
      [device.recoveryKeyId, next.recoveryKeyId].sort(),
    )
  })
})

async function newUser() {
  count += 1
  const session = await kit.signIn(`replace${count}@example.com`)
  return {
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    frame: { token: session.token, origin: authOrigin },
  }
}
type TestUser = Awaited<ReturnType<typeof newUser>>

async function store(ada: TestUser): Promise<TestDevice & { receipt: string }> {
  const device = await createTestDevice(ada.owner)
  const body = await createBody(device, vault.publicKey)
  const created = await kit.call(routes.create, { body }, ada.frame)
  if (created.body.state !== 'stored') throw new Error('Not stored')
  return { ...device, receipt: created.body.receipt }
}

async function newWallet() {
  const ada = await newUser()
  const device = await store(ada)
  await readBack(kit, device, ada.frame)
  const body = await confirmBody(device, device.receipt)
  await kit.call(routes.confirm, { params: placeOf(device), body }, ada.frame)
  return { ada, device }
}

async function newKey() {
  return {
    recoveryKey: randomBytes(32),
    recoveryKeyId: randomUUID(),
    vaultPublicKey: vault.publicKey,
  }
}

async function replace(
  ada: TestUser,
  device: TestDevice,
  next: Awaited<ReturnType<typeof newKey>>,
) {
  return callReplace(ada, device, await replaceRecoveryKeyBody(device, next))
}

function callReplace(
  ada: TestUser,
  device: TestDevice,
  body: Awaited<ReturnType<typeof replaceRecoveryKeyBody>>,
) {
  return kit.call(routes.replaceRecoveryKey, { params: placeOf(device), body }, ada.frame)
}

function switchTo(ada: TestUser, device: TestDevice, next: { recoveryKeyId: string }) {
  const body = { recovery_key_id: next.recoveryKeyId }
  return kit.call(routes.switchRecoveryKey, { params: placeOf(device), body }, ada.frame)
}

async function recover(ada: TestUser, device: TestDevice) {
  const { body, openRecoveryKey } = await recoverBody(device, ada.frame)
  const params = { wallet_id: device.walletId }
  return { answer: await kit.call(routes.recover, { params, body }, ada.frame), openRecoveryKey }
}

async function releasedKey(ada: TestUser, device: TestDevice): Promise<Buffer> {
  const { answer, openRecoveryKey } = await recover(ada, device)
  return Buffer.from(await openRecoveryKey(answer.body, vault.publicKey))
}

function placeOf({ walletId, generationId }: TestDevice) {
  return { wallet_id: walletId, generation_id: generationId }
}

/** Ids of the keys of a root that the vault would release. */
async function liveKeys({ walletId }: TestDevice): Promise<string[]> {
  const client = new pg.Client({ connectionString: kit.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ key_id: string }>(
      'select key_id from sallyport_vault.recovery_key where wallet_id = $1 and deleted_at_ms is null',
      [walletId],
    )
    return rows.map(({ key_id }) => key_id)
  } finally {
    await client.end()
  }
}
