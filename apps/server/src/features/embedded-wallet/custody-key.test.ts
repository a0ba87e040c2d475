import {
  addAccountsMessage,
  api,
  custodyKeyMessage,
  generationProofMessage,
} from '@sallyport/contract'
import {
  addAccountsBody,
  addGenerationBody,
  authOrigin,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  custodyOf,
  readBack,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* T-18: a page that has the confirming address sign any hash has every signature of that key, and none of the custody key. */

const routes = api.embeddedWallet
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

const refused = { status: 400, body: { code: 'invalid_data', error: 'Invalid root proof' } }

describe('T-18: what signs for the shares and addresses of a wallet', () => {
  test('the signature of the confirming address alone stores no device and adds no address', async () => {
    const { frame, device } = await newWallet({ hasCustodyKey: true })
    const { second, message, body } = await secondDevice(device)
    expect(await add(frame, second, body)).toMatchObject(refused)
    const other = await createTestDevice({ ...device, apiPublicKey: kit.apiPublicKey })
    const ofOther = await custodyOf({ ...other, walletId: device.walletId }, message)
    expect(await add(frame, second, { ...body, custody: ofOther })).toMatchObject(refused)
    const elsewhere = await custodyOf(device, 'sallyport generation v1\nother')
    expect(await add(frame, second, { ...body, custody: elsewhere })).toMatchObject({
      body: { error: 'Invalid custody proof' },
    })
    const custody = await custodyOf(device, message)
    expect((await add(frame, second, { ...body, custody })).status).toBe(200)

    const account = await claimAccount(device, { chainType: 'ethereum', walletIndex: 1 })
    const adding = await addAccountsBody(device, [account])
    const params = { wallet_id: device.walletId }
    expect(await kit.call(routes.addAccounts, { params, body: adding }, frame)).toMatchObject(
      refused,
    )
    const text = addAccountsMessage({ ...device, accounts: [account] })
    const whole = { ...adding, custody: await custodyOf(device, text) }
    expect((await kit.call(routes.addAccounts, { params, body: whole }, frame)).status).toBe(200)
  })

  test('a wallet from before there were custody keys gets its key with the next device', async () => {
    const { frame, device } = await newWallet({ hasCustodyKey: false })
    const first = await secondDevice(device)
    expect((await add(frame, first.second, first.body)).status).toBe(200)
    expect(await custodyKeyOf(device)).toBeNull()

    const next = await secondDevice(device)
    const custody = await custodyOf(device, next.message)
    expect((await add(frame, next.second, { ...next.body, custody })).status).toBe(200)
    expect(await custodyKeyOf(device)).toBe(custody.address)
    const third = await secondDevice(device)
    expect(await add(frame, third.second, third.body)).toMatchObject(refused)
  })

  test('P5: a root whose custody key was removed or replaced in the database is refused', async () => {
    const { frame, device } = await newWallet({ hasCustodyKey: true })
    const { second, body } = await secondDevice(device)
    for (const custody_key of [null, '0x00000000000000000000000000000000000A11cE']) {
      await kit.db
        .updateTable('wallet_root')
        .set({ custody_key })
        .where('wallet_id', '=', device.walletId)
        .execute()
      expect(await add(frame, second, body)).toMatchObject({
        status: 500,
        body: { code: 'internal_error' },
      })
    }
  })
})

async function newWallet({ hasCustodyKey }: { hasCustodyKey: boolean }) {
  count += 1
  const session = await kit.signIn(`custody${count}@example.com`)
  const frame = { token: session.token, origin: authOrigin }
  const device = await createTestDevice({
    appId: kit.appId,
    userId: session.user.id,
    apiPublicKey: kit.apiPublicKey,
  })
  const body = await createBody(device, vault.publicKey)
  const custody = await custodyOf(device, custodyKeyMessage(device))
  const created = await kit.call(
    routes.create,
    { body: hasCustodyKey ? { ...body, custody } : body },
    frame,
  )
  if (!('receipt' in created.body)) throw new Error('No receipt')
  await readBack(kit, device, frame)
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const confirmed = await confirmBody(device, created.body.receipt)
  await kit.call(routes.confirm, { params, body: confirmed }, frame)
  return { frame, device }
}

/** A further device of the wallet, with the proof of the confirming address only. */
async function secondDevice(device: TestDevice) {
  const second = await createTestDevice(
    { appId: device.appId, userId: device.userId, apiPublicKey: kit.apiPublicKey },
    device,
  )
  const { generationBody } = second
  const message = generationProofMessage({
    ...second,
    shareHashes: generationBody.share_hashes,
    devicePublicKey: generationBody.device_public_key,
  })
  return { second, message, body: await addGenerationBody(second, vault.publicKey) }
}

function add(
  frame: { token: string; origin: string },
  { walletId }: TestDevice,
  body: Awaited<ReturnType<typeof addGenerationBody>>,
) {
  return kit.call(routes.addGeneration, { params: { wallet_id: walletId }, body }, frame)
}

async function custodyKeyOf({ walletId }: TestDevice): Promise<string | null> {
  const row = await kit.db
    .selectFrom('wallet_root')
    .select('custody_key')
    .where('wallet_id', '=', walletId)
    .executeTakeFirstOrThrow()
  return row.custody_key
}
