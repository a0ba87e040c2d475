import { createHash, randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import {
  authOrigin,
  authShareBody,
  createTestDevice,
  createTestKit,
  type TestDevice,
  type TestKit,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../apps/app.js'
import { newSigningKey } from '../../apps/create-app.js'
import { defaultSettings } from '../../apps/defaults.js'
import { sealAuthShare } from '../../features/embedded-wallet/share-record.js'
import { aesKeyEncryption } from '../../ports/key-encryption.js'
import { systemRandom } from '../../ports/random.js'
import { loadSealKey } from '../../ports/seal-key.js'
import { connectDb, type Db } from '../connect.js'
import { createMigrator, migrate } from '../migrate.js'

/*
 * A database that an earlier version has filled: before sessions, accounts, apps, wallets and devices carried a keyed hash.
 */
const kek = randomBytes(32)
const key = aesKeyEncryption({ shares: [kek], tokens: [kek] }, systemRandom)
const [appId, adaId, guestId] = ['a'.repeat(25), 'ada', 'guest']
const [email, secret, address] = ['ada@example.com', 's'.repeat(43), `0x${'Ab'.repeat(20)}`]
const credential = Buffer.alloc(32, 7)
const b64 = (text: string) => Buffer.from(text, 'base64url')
let device: TestDevice
let kit: TestKit

beforeAll(async () => {
  const { publicKey } = await loadSealKey(key)
  const owner = { appId, userId: `did:privy:${adaId}`, apiPublicKey: toBase64url(publicKey) }
  device = await createTestDevice(owner)
  kit = await createTestKit({
    config: { keks: { shares: [kek], tokens: [kek] } },
    proxy: { deadlineMs: 0, urlOf: fillOld },
  })
})
afterAll(() => kit?.close())

async function fillOld(url: string): Promise<string> {
  const db = connectDb({ url, poolSize: 1 })
  await sql`drop schema sallyport_api cascade`.execute(db)
  await sql`create schema sallyport_api`.execute(db)
  const { error } = await (await createMigrator(db, key)).migrateTo('0018-custom-oauth')
  if (error !== undefined) throw error
  await fillAccounts(db)
  await fillWallet(db)
  await migrate(db, key)
  await db.destroy()
  return url
}

async function fillAccounts(db: Db): Promise<void> {
  const { verificationKey, sealedKey } = newSigningKey(appId, { keyEncryption: key })
  const config = JSON.stringify({ ...defaultSettings('Old', 'development'), guest_auth: true })
  await sql`insert into app (id, environment, config, private_settings, secrets, secret_hash, signing_key,
      verification_key, created_at, updated_at)
    values (${appId}, 'development', ${config}, '{}', '{}', ${hashSecret(secret)}, ${sealedKey}, ${verificationKey}, 1, 1)`.execute(
    db,
  )
  const digest = createHash('sha256').update(credential).digest('base64url')
  for (const [id, type, name, data] of [
    [adaId, 'email', email, { address: email }],
    [guestId, 'guest', digest, {}],
  ] as const) {
    await sql`insert into user_account (app_id, id, is_guest, created_at)
      values (${appId}, ${id}, ${type === 'guest'}, 1)`.execute(db)
    await sql`insert into linked_account
        (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
      values (${appId}, ${id}, ${type}, ${name}, ${JSON.stringify(data)}, 1, 1)`.execute(db)
  }
  await sql`insert into session (app_id, id, user_id, created_at, expires_at, auth_time, amr, device)
    values (${appId}, 'old', ${adaId}, 1, 9e15, 1, '{email}', '{}')`.execute(db)
}

async function fillWallet(db: Db): Promise<void> {
  const { walletId, generationId, generationBody, shares } = device
  const place = { appId, userId: adaId, walletId, generationId }
  const sealed = Buffer.from(sealAuthShare(shares.auth, { key: place, keyEncryption: key }))
  const hashes = generationBody.share_hashes
  await sql`insert into wallet_root
      (app_id, user_id, wallet_id, state, imported, recovery_method, confirming_chain, created_at, confirmed_at)
    values (${appId}, ${adaId}, ${walletId}, 'active', false, 'privy', 'ethereum', 1, 1)`.execute(
    db,
  )
  await sql`insert into wallet_account (app_id, user_id, wallet_id, chain_type, wallet_index, address)
    values (${appId}, ${adaId}, ${walletId}, 'ethereum', 0, ${address})`.execute(db)
  await sql`insert into share_generation (app_id, user_id, wallet_id, generation_id, state, device_public_key,
      auth_share, encrypted_recovery_share, device_hash, auth_hash, recovery_hash, created_at, last_used_at,
      recovery_read_back, vouched)
    values (${appId}, ${adaId}, ${walletId}, ${generationId}, 'active', ${b64(generationBody.device_public_key)},
      ${sealed}, ${b64(generationBody.encrypted_recovery_share)}, ${b64(hashes.device)}, ${b64(hashes.auth)},
      ${b64(hashes.recovery)}, 1, 1, true, true)`.execute(db)
}

describe('T-04 T-06 P5: a database that an earlier version has filled', () => {
  test('its sessions are over, and its app and users stay', async () => {
    const { rows } = await sql`select from session`.execute(kit.db)
    expect(rows).toEqual([])
    expect((await kit.call(api.adminApp.get, {}, { appId, secret })).status).toBe(200)

    const ada = await kit.signIn(email, { appId })
    expect(ada.user.id).toBe(`did:privy:${adaId}`)
    const body = { guest_credential: credential.toString('base64url') }
    const guest = await kit.call(api.guest.authenticate, { body }, { appId })
    expect(guest.body.user?.id).toBe(`did:privy:${guestId}`)
  })

  test('its wallets are listed and their devices get their shares', async () => {
    const ada = await kit.signIn(email, { appId })
    const frame = { appId, token: ada.token, origin: authOrigin }
    const { body: listed } = await kit.call(api.embeddedWallet.list, {}, frame)
    expect(listed.roots).toMatchObject([{ wallet_id: device.walletId, accounts: [{ address }] }])

    const { body } = await authShareBody(device)
    const params = { wallet_id: device.walletId, generation_id: device.generationId }
    const answer = await kit.call(api.embeddedWallet.authShare, { params, body }, frame)
    expect(answer.status).toBe(200)
  })

  test('its recovery keys are listed under the ids of their roots', async () => {
    const keys = await kit.db
      .selectFrom('recovery_key_ref')
      .select(['wallet_id', 'key_id'])
      .execute()
    expect(keys).toEqual([{ wallet_id: device.walletId, key_id: device.walletId }])
  })
})
