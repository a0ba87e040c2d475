import { api } from '@sallyport/contract'
import {
  addGenerationBody,
  authOrigin,
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
const tooMany = { status: 429, body: { code: 'too_many_requests' } }
let kit: TestKit
let vault: TestVault
let count = 0

beforeAll(async () => {
  kit = await createTestKit({ deps: { vault: { call: (name, input) => vault.call(name, input) } } })
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

describe('the vault’s limit, which an app’s users share', () => {
  test('REC-16: one account cannot use it up with a root it never confirms, nor with a second', async () => {
    const { ada, device } = await newWallet()
    const mallory = await newUser()
    const stored = [await newRoot(mallory), await newRoot(mallory)]

    const answers = []
    for (let i = 0; i < 31; i += 1) {
      answers.push(await recover(mallory, stored[i % 2]!, 'stored'))
    }

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toMatchObject(tooMany)
    expect((await recover(ada, device)).status).toBe(200)
  })

  test('REC-16: one account cannot use it up with all its read-backs and recoveries', async () => {
    kit.clock.advance(60_001)
    const { ada, device } = await newWallet()
    const { ada: mallory, device: own } = await newWallet()
    const stored = await createTestDevice(mallory.owner, own)
    const params = { wallet_id: own.walletId }
    const body = await addGenerationBody(stored, vault.publicKey)
    expect((await kit.call(routes.addGeneration, { params, body }, mallory.frame)).status).toBe(200)

    for (let i = 0; i < 25; i += 1) await recover(mallory, stored, 'stored')
    for (let i = 0; i < 35; i += 1) await recover(mallory, own)

    expect(await recover(mallory, stored, 'stored')).toMatchObject(tooMany)
    expect(await recover(mallory, own)).toMatchObject(tooMany)
    expect((await recover(ada, device)).status).toBe(200)
  })

  test('an hour later a root can be read back again', async () => {
    kit.clock.advance(60_001)
    const ada = await newUser()
    const device = await newRoot(ada)
    for (let i = 0; i < 21; i += 1) await recover(ada, device, 'stored')
    expect(await recover(ada, device, 'stored')).toMatchObject(tooMany)

    kit.clock.advance(3_600_001)
    const { token } = await kit.signIn(ada.email)
    const later = { ...ada, frame: { token, origin: authOrigin } }

    expect((await recover(later, device, 'stored')).status).toBe(200)
  })
})

async function newUser() {
  count += 1
  const email = `limit${count}@example.com`
  const session = await kit.signIn(email)
  return {
    email,
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    frame: { token: session.token, origin: authOrigin },
  }
}
type TestUser = Awaited<ReturnType<typeof newUser>>

/** A root that is stored and not confirmed. */
async function newRoot(user: TestUser): Promise<TestDevice> {
  const device = await createTestDevice(user.owner)
  const body = await createBody(device, vault.publicKey)
  const created = await kit.call(routes.create, { body }, user.frame)
  expect(created.body.state).toBe('stored')
  return device
}

async function newWallet() {
  const ada = await newUser()
  const device = await createTestDevice(ada.owner)
  const body = await createBody(device, vault.publicKey)
  const created = await kit.call(routes.create, { body }, ada.frame)
  if (!('receipt' in created.body)) throw new Error('No receipt')
  await readBack(kit, device, ada.frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const confirmation = await confirmBody(device, created.body.receipt)
  await kit.call(routes.confirm, { params, body: confirmation }, ada.frame)
  return { ada, device }
}

async function recover(user: TestUser, device: TestDevice, which?: 'stored') {
  const { body } = await recoverBody(device, user.frame)
  const named = which === 'stored' ? { generation_id: device.generationId } : {}
  const input = {
    params: { wallet_id: device.walletId },
    body: { ...body, ...named },
  }
  return kit.call(routes.recover, input, user.frame)
}
