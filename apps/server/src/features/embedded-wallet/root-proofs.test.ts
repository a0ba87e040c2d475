import { randomUUID, webcrypto } from 'node:crypto'
import { addAccountsMessage, api } from '@sallyport/contract'
import { newEntropy } from '@sallyport/crypto'
import {
  addAccountsBody,
  addGenerationBody,
  authOrigin,
  authShareBody,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  recoverBody,
  signAsRoot,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMaintenance } from '../../maintenance.js'

const routes = api.embeddedWallet
const dayMs = 86_400_000
let kit: TestKit
let vault: TestVault
let count = 0

beforeAll(async () => {
  kit = await createTestKit({
    deps: { vault: { call: (name, input) => vault.call(name, input) } },
    config: { readBacksPerUserPerHour: 100 },
  })
  const config = { releasesPerMinute: 1_000, releasesPerWalletPerDay: 200 }
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock, config })
})
afterAll(async () => {
  await vault?.close()
  await kit?.close()
})

const refusedProof = {
  status: 400,
  body: { code: 'invalid_data', error: 'Invalid root proof' },
}

describe('what the holder of an access token alone can do to a wallet', () => {
  test('error: cannot store the shares of a foreign root as a device, so evicts nothing', async () => {
    const { ada, device } = await newWallet()

    for (let i = 0; i < 21; i += 1) {
      const junk = await foreignDevice(ada, device)
      expect(await add(ada, await addGenerationBody(junk, vault.publicKey), device)).toMatchObject(
        refusedProof,
      )
    }

    expect((await rowsOf(device)).map((row) => row.generation_id)).toEqual([device.generationId])
    expect(await recover(ada, device)).toMatchObject({
      status: 200,
      body: { generation_id: device.generationId },
    })
  })

  test.each(['generation_id', 'device_public_key', 'share_hashes', 'walletId', 'userId'] as const)(
    'error: cannot use a genuine proof with another %s',
    async (changed) => {
      const { ada, device } = await newWallet()
      const second = await createTestDevice(ada.owner, device)
      const proofOf = { ...second }
      if (changed === 'walletId') proofOf.walletId = randomUUID()
      if (changed === 'userId') proofOf.userId = `${second.userId}x`
      const body = await addGenerationBody(proofOf, vault.publicKey)
      if (changed === 'generation_id') body.generation_id = randomUUID()
      const other = (await createTestDevice(ada.owner, device)).generationBody
      if (changed === 'device_public_key') body.device_public_key = other.device_public_key
      if (changed === 'share_hashes') {
        body.share_hashes = { ...body.share_hashes, recovery: other.share_hashes.recovery }
      }

      expect(await add(ada, body, device)).toMatchObject(refusedProof)
    },
  )

  test('error: cannot put a foreign address on the user, alone or with a device of its own', async () => {
    const { ada, device } = await newWallet({ chains: 1 })
    const thief = await foreignDevice(ada, device)
    const own = await claimAccount(thief, { chainType: 'solana' })
    const message = addAccountsMessage({ ...device, accounts: [own] })
    const body = await addAccountsBody(thief, [own])
    const refused = { status: 400, body: { code: 'invalid_data' } }

    expect(await addAccounts(ada, device, body)).toMatchObject({
      status: 404,
      body: { code: 'linked_account_not_found' },
    })
    const asDevice = { ...body, generation_id: device.generationId }
    expect(await addAccounts(ada, device, asDevice)).toMatchObject(refused)
    // A page that got one of the two signatures has not got the other.
    const withRoot = { ...asDevice, root_proof: await signAsRoot(device, message) }
    expect(await addAccounts(ada, device, withRoot)).toMatchObject({
      ...refused,
      body: { error: 'Invalid device signature' },
    })
    const withDevice = { ...asDevice, device_signature: await device.sign(message) }
    expect(await addAccounts(ada, device, withDevice)).toMatchObject(refusedProof)
    const genuine = await addAccountsBody(device, [
      await claimAccount(device, { chainType: 'solana' }),
    ])
    expect((await addAccounts(ada, device, genuine)).status).toBe(200)
  })

  test('error: cannot use genuine signatures for other addresses', async () => {
    const { ada, device } = await newWallet()
    const [one, two] = [
      await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 }),
      await claimAccount(device, { chainType: 'ethereum', walletIndex: 2 }),
    ]
    const body = await addAccountsBody(device, [one])
    const changed = { ...body, accounts: [one, two] }
    expect(await addAccounts(ada, device, changed)).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', error: 'Invalid device signature' },
    })
  })

  test('error: a device that is stored only, or revoked, adds no address', async () => {
    const { ada, device } = await newWallet()
    const second = await createTestDevice(ada.owner, device)
    await add(ada, await addGenerationBody(second, vault.publicKey), second)
    const account = await claimAccount(second, { chainType: 'ethereum', walletIndex: 1 })
    const body = await addAccountsBody(second, [account])

    expect(await addAccounts(ada, second, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', error: 'The device is not confirmed' },
    })
    await kit.db
      .updateTable('share_generation')
      .set({ state: 'revoked', revoked_at: kit.clock.nowMs() })
      .where('generation_id', '=', second.generationId)
      .execute()
    expect(await addAccounts(ada, second, body)).toMatchObject({
      status: 403,
      body: { code: 'device_revoked' },
    })
  })

  test('error: cannot make a root whose first address is a further one', async () => {
    const ada = await newUser()
    const device = await createTestDevice(ada.owner)
    const body = await createBody(device, vault.publicKey)
    const second = await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 })
    const accounts = [second, ...body.accounts]
    const answer = await kit.call(routes.create, { body: { ...body, accounts } }, ada.frame)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })
})

describe('a root with more devices than it may have', () => {
  test('keeps the device that made it, however long it was not used', async () => {
    const { ada, device } = await newWallet()
    kit.clock.advance(3_600_001)
    const later = await signInAgain(ada)

    for (let i = 0; i < 21; i += 1) await addDevice(later, device)

    const rows = await rowsOf(device)
    expect(rows.filter((row) => row.state === 'active')).toHaveLength(20)
    const first = rows.find((row) => row.generation_id === device.generationId)
    expect(first).toMatchObject({ state: 'active', confirmed_root: true })
    const { body, open } = await authShareBody(device)
    const answer = await kit.call(routes.authShare, { params: placeOf(device), body }, later.frame)
    expect(Buffer.from(await open(answer.body.sealed_auth_share))).toEqual(
      Buffer.from(device.shares.auth),
    )
  })

  test('REC-15: answers a revoked device nothing, and keeps its shares for thirty days', async () => {
    const { ada, device } = await newWallet()
    const second = await addDevice(ada, device)
    kit.clock.advance(3_600_001)
    const later = await signInAgain(ada)
    for (let i = 0; i < 19; i += 1) await addDevice(later, device)
    const sharesOf = async () => {
      const row = (await rowsOf(device)).find((each) => each.generation_id === second.generationId)
      return [row?.state, row?.auth_share !== null, row?.encrypted_recovery_share !== null]
    }

    expect(await sharesOf()).toEqual(['revoked', true, true])
    const { body } = await authShareBody(second)
    const params = placeOf(second)
    const revoked = { status: 403, body: { code: 'device_revoked' } }
    expect(await kit.call(routes.authShare, { params, body }, later.frame)).toMatchObject(revoked)
    const named = { generation_id: second.generationId }
    expect(await recover(later, second, named)).toMatchObject(revoked)
    kit.clock.advance(30 * dayMs)
    await runMaintenance(kit.deps)
    expect(await sharesOf()).toEqual(['revoked', true, true])
    kit.clock.advance(1)
    await runMaintenance(kit.deps)
    expect(await sharesOf()).toEqual(['revoked', false, false])
    const first = (await rowsOf(device)).find((each) => each.confirmed_root)
    expect(first?.auth_share).not.toBeNull()
  })
})

describe('which device’s shares a new device gets', () => {
  test('the one used last; after it did not restore the root, the one that made it', async () => {
    const { ada, device } = await newWallet()
    await addDevice(ada, device)
    kit.clock.advance(1_000)
    const third = await addDevice(ada, device)

    expect(await recover(ada, device)).toMatchObject({
      body: { generation_id: third.generationId },
    })
    expect(await recover(ada, device, { excluding: [third.generationId] })).toMatchObject({
      body: { generation_id: device.generationId },
    })
  })

  test('one the root’s key has signed for before one from when no proof was asked', async () => {
    const { ada, device } = await newWallet()
    kit.clock.advance(1_000)
    const old = await addDevice(ada, device)
    await kit.db
      .updateTable('share_generation')
      .set({ vouched: false })
      .where('generation_id', '=', old.generationId)
      .execute()

    expect(await recover(ada, device)).toMatchObject({
      body: { generation_id: device.generationId },
    })
  })

  test('error: none when all were tried', async () => {
    const { ada, device } = await newWallet()
    const answer = await recover(ada, device, { excluding: [device.generationId] })
    expect(answer).toMatchObject({ status: 404, body: { code: 'linked_account_not_found' } })
  })
})

async function newUser() {
  count += 1
  const email = `proof${count}@example.com`
  const session = await kit.signIn(email)
  return {
    email,
    owner: { appId: kit.appId, userId: session.user.id, apiPublicKey: kit.apiPublicKey },
    frame: { token: session.token, origin: authOrigin },
  }
}
type TestUser = Awaited<ReturnType<typeof newUser>>

async function signInAgain(user: TestUser): Promise<TestUser> {
  const { token } = await kit.signIn(user.email)
  return { ...user, frame: { token, origin: authOrigin } }
}

async function newWallet({ chains = 2 } = {}) {
  const ada = await newUser()
  const device = await createTestDevice(ada.owner)
  const body = await createBody(device, vault.publicKey)
  body.accounts.splice(chains)
  const created = await kit.call(routes.create, { body }, ada.frame)
  if (!('receipt' in created.body)) throw new Error('No receipt')
  await settle(ada, device, created.body.receipt)
  return { ada, device }
}

/** Another secret under the wallet's id: what a caller without the root can make. */
function foreignDevice(user: TestUser, { walletId }: TestDevice): Promise<TestDevice> {
  return createTestDevice(user.owner, { walletId, entropy: newEntropy(webcrypto) })
}

async function add(
  user: TestUser,
  body: Awaited<ReturnType<typeof addGenerationBody>>,
  { walletId }: TestDevice,
) {
  return kit.call(routes.addGeneration, { params: { wallet_id: walletId }, body }, user.frame)
}

async function addAccounts(
  user: TestUser,
  { walletId }: TestDevice,
  body: Awaited<ReturnType<typeof addAccountsBody>>,
) {
  return kit.call(routes.addAccounts, { params: { wallet_id: walletId }, body }, user.frame)
}

async function addDevice(user: TestUser, root: TestDevice): Promise<TestDevice> {
  const device = await createTestDevice(user.owner, root)
  const { body } = await add(user, await addGenerationBody(device, vault.publicKey), device)
  await settle(user, device, body.receipt)
  return device
}

/** Reads a stored device back and confirms it. */
async function settle(user: TestUser, device: TestDevice, receipt: string): Promise<void> {
  await readBack(kit, device, user.frame)
  const body = await confirmBody(device, receipt)
  const answer = await kit.call(routes.confirm, { params: placeOf(device), body }, user.frame)
  expect(answer.body.state).toBe('active')
}

async function recover(
  user: TestUser,
  device: TestDevice,
  which: { generation_id?: string; excluding?: string[] } = {},
) {
  const { body } = await recoverBody(device, user.frame)
  const input = { params: { wallet_id: device.walletId }, body: { ...body, ...which } }
  return kit.call(routes.recover, input, user.frame)
}

function placeOf({ walletId, generationId }: TestDevice) {
  return { wallet_id: walletId, generation_id: generationId }
}

function rowsOf({ walletId }: TestDevice) {
  return kit.db
    .selectFrom('share_generation')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .execute()
}
