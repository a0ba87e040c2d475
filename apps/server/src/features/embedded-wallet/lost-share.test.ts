import { api } from '@sallyport/contract'
import {
  addGenerationBody,
  authOrigin,
  authShareBody,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  recoverBody,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const routes = api.embeddedWallet
let kit: TestKit
let vault: TestVault
let count = 0

beforeAll(async () => {
  kit = await createTestKit({
    deps: { vault: { call: (name, input) => vault.call(name, input) } },
  })
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

describe('a share of the server that cannot be read', () => {
  test('T-12: a device with its own share gets the recovery share, also when revoked, where the server lost its share', async () => {
    const { ada, device } = await newWallet()
    await loseAuthShare(device)
    await kit.db
      .updateTable('share_generation')
      .set({ state: 'revoked', revoked_at: kit.clock.nowMs() })
      .where('generation_id', '=', device.generationId)
      .execute()
    const named = { generation_id: device.generationId }

    const refused = await recover(ada, device, named)
    const { answer, openRecoveryKey } = await recover(ada, device, {
      ...named,
      has_device_share: true,
    })

    expect(refused.answer).toMatchObject({ status: 403, body: { code: 'device_revoked' } })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('sealed_auth_share')
    expect(Buffer.from(await openRecoveryKey(answer.body, vault.publicKey))).toEqual(
      Buffer.from(device.recoveryKey),
    )
  })

  test('T-12: error: says that the share it keeps cannot be read', async () => {
    const { ada, device } = await newWallet()
    await loseAuthShare(device)
    const { body } = await authShareBody(device)

    const answers = [await askAuthShare(ada, device, body), (await recover(ada, device)).answer]

    expect(answers).toMatchObject(
      [500, 500].map((status) => ({ status, body: { code: 'share_not_found' } })),
    )
  })

  test('T-12: passes over a share it cannot read when the root has another', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)
    await confirm(ada, second, await addGeneration(ada, second))
    for (const lost of [device, second]) {
      await loseAuthShare(lost)
      const other = lost === device ? second : device
      const { answer } = await recover(ada, device)
      expect(answer).toMatchObject({ status: 200, body: { generation_id: other.generationId } })
      await keepAuthShare(lost)
    }
  })

  test('P2: error: a device with its own share needs a recent login too', async () => {
    const { ada, device } = await newWallet()
    const named = { generation_id: device.generationId, has_device_share: true }
    kit.clock.advance(20 * 60_000)

    const { answer } = await recover(ada, device, named)

    expect(answer).toMatchObject({ status: 401, body: { code: 'login_too_old' } })
  })
})

type TestUser = Awaited<ReturnType<typeof newUser>>
async function newUser() {
  count += 1
  const email = `user${count}@example.com`
  const session = await kit.signIn(email)
  const frame = { token: session.token, origin: authOrigin }
  return {
    email,
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    frame,
  }
}

async function newWallet() {
  const ada = await newUser()
  const device = await createTestDevice(ada.owner)
  await confirm(ada, device, await create(ada, device))
  return { ada, device }
}

/** Stores a root and reads it back. */
async function create(user: TestUser, device: TestDevice): Promise<string> {
  const body = await createBody(device, vault.publicKey)
  const stored = await kit.call(routes.create, { body }, user.frame)
  await readBack(kit, device, user.frame)
  return receiptOf(stored.body)
}

async function callAddGeneration(user: TestUser, device: TestDevice) {
  const params = { wallet_id: device.walletId }
  const body = await addGenerationBody(device, vault.publicKey)
  return kit.call(routes.addGeneration, { params, body }, user.frame)
}

/** Stores a further device's shares and reads them back. */
async function addGeneration(user: TestUser, device: TestDevice): Promise<string> {
  const stored = await callAddGeneration(user, device)
  await readBack(kit, device, user.frame)
  return receiptOf(stored.body)
}

function receiptOf(body: object): string {
  if ('receipt' in body) return String(body.receipt)
  throw new Error(`No receipt: ${JSON.stringify(body)}`)
}

async function confirm(user: TestUser, device: TestDevice, receipt: string) {
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  return kit.call(routes.confirm, { params, body: await confirmBody(device, receipt) }, user.frame)
}

async function askAuthShare(
  user: TestUser,
  device: TestDevice,
  body: { ephemeral_public_key: string; device_signature: string },
) {
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  return kit.call(routes.authShare, { params, body }, user.frame)
}

async function recover(
  user: TestUser,
  device: TestDevice,
  named: { generation_id?: string; has_device_share?: boolean } = {},
) {
  const { body, ...opening } = await recoverBody(device, user.frame)
  const params = { wallet_id: device.walletId }
  const input = { params, body: { ...body, ...named } }
  return { answer: await kit.call(routes.recover, input, user.frame), ...opening }
}

const lostShares = new Map<string, Buffer>()

/** Makes the server's share of a device one that its key does not open. */
async function loseAuthShare({ generationId }: TestDevice) {
  const { auth_share } = await kit.db
    .selectFrom('share_generation')
    .select('auth_share')
    .where('generation_id', '=', generationId)
    .executeTakeFirstOrThrow()
  if (auth_share) lostShares.set(generationId, auth_share)
  await kit.db
    .updateTable('share_generation')
    .set({ auth_share: Buffer.alloc(80, 1) })
    .where('generation_id', '=', generationId)
    .execute()
}

/** Undoes that. */
async function keepAuthShare({ generationId }: TestDevice) {
  await kit.db
    .updateTable('share_generation')
    .set({ auth_share: lostShares.get(generationId) ?? null })
    .where('generation_id', '=', generationId)
    .execute()
}
