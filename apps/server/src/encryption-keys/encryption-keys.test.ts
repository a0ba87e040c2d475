import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  asSignedIn,
  authOrigin,
  authShareBody,
  countQueries,
  createInhabitant,
  createKitWithVault,
  type Inhabitant,
  type TestKit,
  walletCookieOf,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from '../audit/seal-events.js'
import { verifyChain } from '../audit/verify-chain.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { formerGuestKeys } from '../authority/guest-key.js'
import { rowMac } from '../authority/row-mac.js'
import { aesKeyEncryption, type KeyLists, keyIdOfKey } from '../ports/key-encryption.js'
import { systemRandom } from '../ports/random.js'
import { loadSealKey } from '../ports/seal-key.js'
import { appShareContext } from '../wallet-api/delegated-share.js'
import { checkUnused, listEncryptionKeys, renewUnderNewestKeys } from './encryption-keys.js'

const [S1, S2, T1, T2] = [1, 2, 3, 4].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer, Buffer]
const botToken = `7${'1'.repeat(9)}:${'a'.repeat(35)}`
const guestCredential = randomBytes(32).toString('base64url')
let kit: TestKit
let ada: Inhabitant
let close: () => Promise<void>
beforeAll(async () => {
  const started = await createKitWithVault({
    config: { keks: { shares: [S1], tokens: [S1] } },
    app: { privateSettings: { telegram_bot_token: botToken } },
  })
  ;({ kit, close } = started)
  const vaultPublicKey = started.vault.publicKey
  ada = await createInhabitant(kit, { email: 'ada@example.com', vaultPublicKey })
})
afterAll(() => close?.())

/** What a restart with other settings does. */
async function restart(keks: KeyLists): Promise<void> {
  Object.assign(kit.deps.keyEncryption, aesKeyEncryption(keks, systemRandom))
  kit.deps.config.keks = keks
  kit.deps.sealKey = await loadSealKey(kit.deps.keyEncryption)
  kit.deps.apps.forget(kit.appId)
}
const deps = () => ({ ...kit.deps, keks: kit.deps.config.keks })
const logInAsGuest = async () => {
  const body = { guest_credential: guestCredential }
  return asSignedIn((await kit.call(api.guest.authenticate, { body })).body)
}
/** As the browser does that logged in: its wallet grant comes along, and back under the newest keys. */
const refresh = ({ token, refresh_token }: { token: string; refresh_token: string }) =>
  kit.call(api.session.refresh, { body: { refresh_token } }, { headers: walletCookieOf(token) })
/** Reads the user and the auth share with a session of Ada. */
async function useWallet(token: string): Promise<number[]> {
  const { body } = await authShareBody(ada.device)
  const frame = { token, origin: authOrigin }
  const params = { wallet_id: ada.device.walletId, generation_id: ada.device.generationId }
  const share = await kit.call(api.embeddedWallet.authShare, { params, body }, frame)
  const me = await kit.call(api.user.me, {}, { token })
  return [me.status, share.status]
}
/** Stores a guest's account under the keyed hash of its credential, as earlier versions did. */
const storeAsEarlier = async ({ user }: { user: { id: string } }) => {
  const digest = createHash('sha256').update(Buffer.from(guestCredential, 'base64url'))
  const { keyEncryption } = deps()
  const [key = ''] = formerGuestKeys(keyEncryption, digest.digest('base64url'))
  const userId = user.id.slice('did:privy:'.length)
  const account = { app_id: kit.appId, user_id: userId, type: 'guest', key }
  const row = { ...account, data: {}, credential: null }
  await kit.db
    .updateTable('linked_account')
    .set({ key, mac: rowMac(keyEncryption, authenticRows.linkedAccount, row) })
    .where('user_id', '=', userId)
    .where('type', '=', 'guest')
    .execute()
}
/** Stores the API's half of a delegated key, and gives what opens it. */
const storeDelegated = async () => {
  const row = {
    app_id: kit.appId,
    user_id: ada.session.user.id.slice('did:privy:'.length),
    consent_id: randomUUID(),
    wallet_id: ada.device.walletId,
    chain_type: 'ethereum' as const,
    address: `0x${'ab'.repeat(20)}`,
    policy: '{}',
  }
  const context = appShareContext(row)
  const sealed = deps().keyEncryption.shares.seal(Buffer.from('half of a key'), context)
  const more = { wallet_index: 0, address_key: row.address, created_at: 0 }
  await kit.db
    .insertInto('delegation')
    .values({ ...row, ...more, app_share: Buffer.from(sealed) })
    .execute()
  return async () => {
    const { app_share: share } = await kit.db
      .selectFrom('delegation')
      .select('app_share')
      .where('consent_id', '=', row.consent_id)
      .executeTakeFirstOrThrow()
    const { shares } = deps().keyEncryption
    const opened = Buffer.from(shares.open(share, context)).toString()
    return { share: opened, keyId: shares.keyIdOf(share) }
  }
}
const rowsOf = async (key: Uint8Array) => {
  const { keys } = await listEncryptionKeys(deps())
  return keys.filter(({ id }) => id === keyIdOfKey(key)).map(({ setting, rows }) => [setting, rows])
}

describe('T-05 T-11: key-encryption keys are replaced while sessions are open', () => {
  let session: { token: string; refresh_token: string }
  let guest: { user: { id: string } }

  test('from one key for all to one of each kind: everything that is open goes on', async () => {
    guest = await logInAsGuest()
    await storeAsEarlier(guest)
    session = ada.session
    await kit.call(api.email.init, { body: { email: 'late@example.com' } })
    await restart({ shares: [S1], tokens: [T1, S1] })

    const body = { email: 'late@example.com', code: kit.mailbox.codeFor('late@example.com') }
    expect((await kit.call(api.email.authenticate, { body })).status).toBe(200)
    expect(await useWallet(session.token)).toEqual([200, 200])
    expect((await logInAsGuest()).user.id).toBe(guest.user.id)
    const queries = await countQueries(kit.db, async () => {
      const answer = await refresh(session)
      expect(answer.status).toBe(200)
      session = asSignedIn(answer.body)
    })
    expect(queries).toBe(1)
  })

  test('rotate moves sealed values and MACs; a row that was changed in the database stays refused', async () => {
    const forged = await kit.signIn('forged@example.com')
    const userId = forged.user.id.slice('did:privy:'.length)
    const row = await kit.db
      .selectFrom('session')
      .select(['id', 'mac'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    await restart({ shares: [S1], tokens: [T2, T1, S1] })
    await kit.db
      .updateTable('session')
      .set({ auth_time: kit.clock.nowMs() + 1 })
      .where('id', '=', row.id)
      .execute()

    const { passes } = await renewUnderNewestKeys(deps())

    expect(passes).toMatchObject({
      'app.signing_key': { moved: 1, failed: 0 },
      'app.secrets.telegram_bot_token': { moved: 1, failed: 0 },
      'session.mac': { failed: 1 },
      'linked_account.mac': { failed: 0 },
    })
    expect(await kit.call(api.user.me, {}, { token: forged.token })).toMatchObject({ status: 500 })
    await kit.call(api.session.logout, { body: {} }, { token: forged.token })
    await kit.db.deleteFrom('session').where('id', '=', row.id).execute()
    const again = await renewUnderNewestKeys(deps())
    expect(Object.values(again.passes).map(({ moved }) => moved)).not.toContain(1)
    expect(await useWallet(session.token)).toEqual([200, 200])
  })

  test('error: revoke refuses the newest, an unknown one, and one that rows name', async () => {
    await expect(checkUnused(deps(), keyIdOfKey(T2))).rejects.toThrow('is the newest')
    await expect(checkUnused(deps(), keyIdOfKey(randomBytes(32)))).rejects.toThrow('is not set')
    await expect(checkUnused(deps(), keyIdOfKey(T1))).rejects.toThrow(
      /is in use \(.*refresh_token\.token_hash/,
    )
  })

  test('the key of the shares is replaced too; a page that was loaded before goes on', async () => {
    const openDelegated = await storeDelegated()
    await restart({ shares: [S2, S1], tokens: [T2, T1, S1] })
    expect(await useWallet(session.token)).toEqual([200, 200])
    const { passes } = await renewUnderNewestKeys(deps())
    expect(passes['share_generation.auth_share']).toEqual({ moved: 1, failed: 0 })
    expect(passes['delegation.app_share']).toEqual({ moved: 1, failed: 0 })
    expect(await openDelegated()).toEqual({ share: 'half of a key', keyId: keyIdOfKey(S2) })
    expect(await useWallet(session.token)).toEqual([200, 200])
  })

  test('once everyone has come back, the old keys are named by no row and can go', async () => {
    await kit.db.deleteFrom('session').where('id', '!=', sessionIdOf(session.token)).execute()
    session = asSignedIn((await refresh(session)).body)

    for (const key of [T1, S1])
      expect((await rowsOf(key)).map(([, rows]) => rows)).toEqual(
        (await rowsOf(key)).map(() => ({})),
      )
    expect(await checkUnused(deps(), keyIdOfKey(T1))).toMatchObject({
      remove: 'Remove it from SALLYPORT_TOKEN_KEK and restart every server.',
    })
    await restart({ shares: [S2], tokens: [T2] })
    expect(await useWallet(session.token)).toEqual([200, 200])
    session = asSignedIn((await refresh(session)).body)
    expect(asSignedIn((await refresh(session)).body).user.id).toBe(ada.session.user.id)
    const app = await kit.deps.apps.find(kit.appId)
    expect(app?.openSecret('telegram_bot_token')).toBe(botToken)
    await sealEvents(kit.deps)
    expect((await verifyChain(kit.deps, { appId: kit.appId })).problems).toEqual([])
  })

  test('an old key with what was stored under it before opens nothing that is stored now', async () => {
    const old = aesKeyEncryption({ shares: [S1], tokens: [S1] }, systemRandom)
    const { signing_key } = await kit.db
      .selectFrom('app')
      .select('signing_key')
      .where('id', '=', kit.appId)
      .executeTakeFirstOrThrow()
    for (const ring of [old, old.shares, old.logins])
      expect(() => ring.open(signing_key, `app/${kit.appId}/signing-key`)).toThrow(
        'No key-encryption key with the id',
      )
  })
})

function sessionIdOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
}
