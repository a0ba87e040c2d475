import { randomBytes, webcrypto } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  combineDelegatedKey,
  createRecordCipher,
  fromBase64url,
  loadChain,
  seedFromEntropy,
} from '@sallyport/crypto'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aesKeyEncryption, type KeyEncryption } from '../../ports/key-encryption.js'
import { systemRandom } from '../../ports/random.js'
import { openShare } from '../../wallet-api/share.js'

/* What a thief of the databases has of server wallets: docs/trust/threats.md. */

const { serverWallets, walletActions } = api
let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world?.close())

type Wallet = Awaited<ReturnType<WalletWorld['createWallet']>>

const signing = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } } as const
const sign = async ({ id }: Wallet, keys: Parameters<WalletWorld['call']>[2] = {}) =>
  (await world.call(walletActions.rpc, { params: { wallet_id: id }, body: signing }, keys)).status
const rowOf = async ({ id }: Wallet) =>
  world.kit.db
    .selectFrom('server_wallet')
    .selectAll()
    .where('wallet_id', '=', id)
    .executeTakeFirstOrThrow()

/** The API's half, where the keys open it. */
async function apiHalf(wallet: Wallet, keys: KeyEncryption): Promise<Uint8Array | undefined> {
  try {
    return fromBase64url(openShare({ keyEncryption: keys }, await rowOf(wallet)))
  } catch {
    return undefined // Not under these keys.
  }
}

/** The signer's half, where the key opens its record. */
async function signerHalf({ id }: Wallet, kek: Uint8Array): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ record: Buffer }>`select record from sallyport_delegate.wallet
    where wallet_id = ${id}`.execute(world.kit.db)
  const keyIdInfo = 'sallyport/delegate/key-id/v1'
  const cipher = createRecordCipher({ keys: [kek], keyIdInfo, webCrypto: webcrypto })
  const place = { table: 'wallet', column: 'record', row: [world.kit.appId, id] }
  try {
    const opened = await cipher.open(new Uint8Array(rows[0]?.record ?? []), place)
    return fromBase64url(JSON.parse(new TextDecoder().decode(opened)).share)
  } catch {
    return undefined // Not under this key.
  }
}

/** The address of two halves; undefined where they are not a pair. */
async function addressOf(
  { id, address }: Wallet,
  halves: { signer: Uint8Array | undefined; api: Uint8Array | undefined },
): Promise<string | undefined> {
  const context = ['sallyport server wallet v1', id, world.kit.appId, 'ethereum', address]
  const { signer = randomBytes(33), api: app = randomBytes(33) } = halves
  try {
    const secret = await combineDelegatedKey({ signer, app }, JSON.stringify(context))
    const chain = await loadChain.ethereum()
    return chain.address(chain.derivePrivateKey(await seedFromEntropy(secret, webcrypto.subtle), 0))
      .address
  } catch {
    return undefined
  }
}

describe('a thief has', () => {
  test('a copy of both databases and one key-encryption key: one half, and no wallet', async () => {
    const wallet = await world.createWallet({}, world.newKey())
    const { kit, signer } = world
    const { keks } = kit.deps.config
    /** What a key opens of both databases, wherever a key may be used. */
    const stolen = async (key: Uint8Array) => ({
      api: await apiHalf(wallet, aesKeyEncryption({ shares: [key], tokens: [key] }, systemRandom)),
      signer: await signerHalf(wallet, key),
    })
    const ofApi = await stolen(keks.shares[0] ?? randomBytes(32))
    const ofSigner = await stolen(signer.kek)
    const ofTokens = await stolen(keks.tokens[0] ?? randomBytes(32))

    const has = ({ api: one, signer: other }: typeof ofApi) => [
      one !== undefined,
      other !== undefined,
    ]
    expect([ofApi, ofSigner, ofTokens].map(has)).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    for (const halves of [ofApi, ofSigner, ofTokens])
      expect(await addressOf(wallet, halves)).toBeUndefined()
    // With both keys the same attack opens it.
    const both = { api: ofApi.api, signer: ofSigner.signer }
    expect(await addressOf(wallet, both)).toBe(wallet.address)
  })

  test('WAL-13: write access to the API’s schema: what it says of owner, signers and policies counts for nothing', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({}, key)
    await world.kit.db
      .updateTable('server_wallet')
      .set({
        ...{ owner_id: null, additional_signers: '[]', policy_ids: '[]' },
        ...{ authorization_threshold: null, user_id: null, archived_at: null },
      })
      .where('wallet_id', '=', wallet.id)
      .execute()

    expect([await sign(wallet), await sign(wallet, { keys: [world.newKey()] })]).toEqual([401, 401])
    expect(await sign(wallet, { keys: [key] })).toBe(200)
    const update = { params: { wallet_id: wallet.id }, body: { owner: null } }
    expect((await world.call(serverWallets.update, update)).status).toBe(401)
  })

  test('WAL-14: write access to the API’s schema: a half of another wallet, an older row and a row that is gone sign nothing', async () => {
    const key = world.newKey()
    const [wallet, other] = [await world.createWallet({}, key), await world.createWallet({}, key)]
    const before = await rowOf(wallet)
    const put = async (changed: object) => {
      const { kit } = world
      await kit.db
        .updateTable('server_wallet')
        .set(changed)
        .where('wallet_id', '=', wallet.id)
        .execute()
      return sign(wallet, { keys: [key] })
    }
    expect(await put({ api_share: (await rowOf(other)).api_share })).toBeGreaterThanOrEqual(400)
    expect(await put({ app_id: world.kit.appId, api_share: before.api_share })).toBe(200)

    const after = world.newKey()
    const change = { params: { wallet_id: wallet.id }, body: { owner: { public_key: after.spki } } }
    expect((await world.call(serverWallets.update, change, { keys: [key] })).status).toBe(200)
    // The row of before, with the owner of before: the signer knows the new one.
    expect(await put({ owner_id: before.owner_id })).toBe(401)
    await world.kit.db.deleteFrom('server_wallet').where('wallet_id', '=', wallet.id).execute()
    expect(await sign(wallet, { keys: [after] })).toBe(404)
  })
})
