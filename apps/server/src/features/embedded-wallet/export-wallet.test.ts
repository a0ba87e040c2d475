import { api, embeddedWallet, rehearsalProofMessage, walletExport } from '@sallyport/contract'
import { loadChain, seedFromEntropy, toBase64url } from '@sallyport/crypto'
import {
  authOrigin,
  type CallOptions,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  custodyOf,
  listFactor,
  readBack,
  storeStepUp,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

/** A user with a wallet that has just logged in. */
async function newWallet() {
  count += 1
  const email = `exporter${count}@example.com`
  const { token, user } = await kit.signIn(email)
  const frame = { token, origin: authOrigin }
  const { appId, apiPublicKey } = kit
  const device = await createTestDevice({ appId, userId: user.id, apiPublicKey })
  const body = await createBody(device, vault.publicKey)
  const stored = await kit.call(embeddedWallet.create, { body }, frame)
  await readBack(kit, device, frame)
  const receipt = 'receipt' in stored.body ? String(stored.body.receipt) : ''
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  await kit.call(
    embeddedWallet.confirm,
    { params, body: await confirmBody(device, receipt) },
    frame,
  )
  return { email, frame, device, userId: user.id }
}

const recordExport = (walletId: string, caller: CallOptions) =>
  kit.call(walletExport.recordExport, { params: { wallet_id: walletId } }, caller)

const kindsOf = async (userId: string) => {
  const rows = await kit.db
    .selectFrom('audit_event')
    .select('kind')
    .where('user_id', '=', userId.split(':').at(-1) ?? '')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('recordExport', () => {
  test('T-16: the export is in the log, and its user is told once for a session', async () => {
    const { email, frame, device, userId } = await newWallet()

    const answers = [
      await recordExport(device.walletId, frame),
      await recordExport(device.walletId, frame),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await kindsOf(userId)).filter((kind) => kind === 'wallet_exported')).toHaveLength(2)
    await kit.deliverNotices()
    const mails = kit.mailbox.mails.filter(({ to, subject }) => to === email && /key/.test(subject))
    expect(mails).toHaveLength(1)
  })

  test('P1: error: a thief of the access token exports nothing, and nothing is recorded', async () => {
    const { frame, device, userId } = await newWallet()

    const { body } = await recordExport(device.walletId, { ...frame, walletGrant: null })

    expect(body).toMatchObject({ code: 'missing_or_invalid_wallet_grant' })
    expect(await kindsOf(userId)).not.toContain('wallet_exported')
  })

  test('P2: error: a login of 16 minutes ago is too old', async () => {
    const { frame, device } = await newWallet()
    kit.clock.advance(16 * 60_000)

    const { status, body } = await recordExport(device.walletId, frame)

    expect([status, body]).toMatchObject([401, { code: 'login_too_old' }])
  })

  test('SES-14 SMS-06: error: a user with a second factor must have proven it', async () => {
    const { frame, device, userId } = await newWallet()
    await listFactor(kit, userId)
    const refused = await recordExport(device.walletId, frame)
    await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
    const passed = await recordExport(device.walletId, frame)
    await storeStepUp(kit, { appId: kit.appId, atMs: null })

    expect(refused.body).toMatchObject({ code: 'missing_or_invalid_mfa' })
    expect(passed.status).toBe(200)
  })

  test('error: another user’s wallet is none', async () => {
    const { device } = await newWallet()
    const { frame } = await newWallet()

    const { body } = await recordExport(device.walletId, frame)

    expect(body).toMatchObject({ code: 'linked_account_not_found' })
  })
})

describe('recordRehearsal', () => {
  const record = async (device: TestDevice, caller: CallOptions, by: TestDevice) => {
    const body = { recovery_key_id: device.recoveryKeyId, ...(await proofOf(by)) }
    const params = { wallet_id: device.walletId }
    return kit.call(walletExport.recordRehearsal, { params, body }, caller)
  }

  test('is listed among what happened to the account', async () => {
    const { frame, device } = await newWallet()

    expect((await record(device, frame, device)).status).toBe(200)
    const { body } = await kit.call(api.sessions.activity, { query: {} }, { token: frame.token })
    expect(body.data[0]).toMatchObject({ kind: 'recovery_rehearsed' })
  })

  test('error: without a proof by the root’s key nothing is recorded', async () => {
    const { frame, device, userId } = await newWallet()
    const { device: other } = await newWallet()

    const { body } = await record(device, frame, other)

    expect(body).toMatchObject({ code: 'invalid_data' })
    expect(await kindsOf(userId)).not.toContain('recovery_rehearsed')
  })
})

/** By the keys of the root. */
async function proofOf(device: TestDevice) {
  const { appId, userId, walletId, recoveryKeyId, entropy } = device
  const chain = await loadChain.ethereum()
  const key = chain.derivePrivateKey(await seedFromEntropy(entropy, crypto.subtle), 0)
  const text = rehearsalProofMessage({ appId, userId, walletId, recoveryKeyId })
  const root_proof = toBase64url(chain.signProof(key, text))
  return { root_proof, custody: await custodyOf(device, text) }
}
