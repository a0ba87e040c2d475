import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  asSignedIn,
  authOrigin,
  authShareBody,
  confirmBody,
  createBody,
  createTestDevice,
  createTestKit,
  createTestVault,
  readBack,
  recoverBody,
  releaseInput,
  replaceRecoveryKeyBody,
  type TestDevice,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewUnderNewestKeys } from '../encryption-keys/encryption-keys.js'
import { runMaintenance } from '../maintenance.js'
import { aesKeyEncryption, type KeyLists } from '../ports/key-encryption.js'
import { systemRandom } from '../ports/random.js'
import { type SocketVault, socketVault } from '../ports/unix-vault.js'
import {
  type KeyDeps,
  listKeys,
  revokePreviousSecret,
  revokeTokenKey,
  rotateSecret,
  rotateTokenKey,
} from './change-keys.js'
import { keyOverlapMs } from './token-keys.js'

/* The rotation drill: keys of an app change while its users log in, sign and recover. */

const routes = api.embeddedWallet
const dayMs = 86_400_000
const leadMs = dayMs + 3_600_000
const vaultKek = randomBytes(32)
let kit: TestKit
let vault: TestVault
let client: SocketVault
let deps: KeyDeps
beforeAll(async () => {
  kit = await createTestKit({
    deps: { vault: { call: (name, input) => vault.call(name, input) } },
    config: { recoveriesPerUserPerDay: 10_000, readBacksPerUserPerHour: 10_000 },
  })
  const config = {
    keks: [vaultKek],
    releasesPerMinute: 10_000,
    releasesPerWalletPerDay: 10_000,
  }
  vault = await createTestVault({ databaseUrl: kit.databaseUrl, clock: kit.clock, config })
  client = socketVault(vault.socketPath)
  deps = { ...kit.deps, vault: client, issuer: kit.deps.config.tokenIssuer }
})
afterAll(async () => {
  client?.close()
  await vault?.close()
  await kit?.close()
})

/** One user with a wallet. */
interface Person {
  device: TestDevice
  accessToken(): string
  /** Refreshes, reads the user, signs (the auth share), recovers and logs in; what was refused. */
  goOn(): Promise<string[]>
  /** Gives the shares a new recovery key, as the frame does after a recovery; what was refused. */
  replaceRecoveryKey(): Promise<string[]>
  /** The recovery key that the vault releases. */
  releasedKey(): Promise<Uint8Array>
}

test('T-11: token key and app secret rotate while 20 users log in, sign and recover: none is refused, and old copies open nothing', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => newPerson(index)))
  const secrets = [kit.appSecret]
  const stolen = { token: people[0]?.accessToken() ?? '', kid: await newestKid() }
  const refused: string[] = []
  /** Everyone goes on while `change` is made, and the back end asks with each secret that should work. */
  const meanwhile = async (change: () => Promise<unknown>) => {
    const live = secrets.slice(-2)
    const refusals = await Promise.all([
      ...people.map((person) => person.goOn()),
      ...live.map(async (secret) => refusalOf('users', { status: await askAsBackEnd(secret) })),
      change().then(() => []),
    ])
    refused.push(...refusals.flat())
  }
  const pass = (ms: number) => {
    kit.clock.advance(ms)
    kit.deps.apps.forget(kit.appId)
  }
  for (let round = 0; round < 3; round += 1) {
    await meanwhile(() => rotateTokenKey(deps, { appId: kit.appId, leadMs }))
    await meanwhile(async () => {
      const keepMs = 2 * dayMs
      const { appSecret } = await rotateSecret(deps, { appId: kit.appId, keepMs })
      secrets.push(appSecret)
    })
    pass(leadMs)
    await meanwhile(() => runMaintenance(kit.deps))
    pass(keyOverlapMs)
    await meanwhile(() => runMaintenance(kit.deps))
  }
  await revokePreviousSecret(deps, kit.appId)
  kit.deps.apps.forget(kit.appId)

  expect(refused).toEqual([])
  expect(await newestKid()).not.toBe(stolen.kid)
  expect(await askMe(stolen.token)).toBe(401)
  for (const secret of secrets.slice(0, -1)) expect(await askAsBackEnd(secret)).toBe(401)
  expect(await askAsBackEnd(secrets.at(-1) ?? '')).toBe(200)
}, 300_000)

test('T-11: a stolen token key opens nothing once it is revoked', async () => {
  const person = await newPerson(99)
  const token = person.accessToken()
  const app = await kit.deps.apps.find(kit.appId)
  await revokeTokenKey(deps, { appId: kit.appId, kid: app?.key.kid ?? '' })
  kit.deps.apps.forget(kit.appId)

  expect(await askMe(token)).toBe(401)
  // The vault goes on with the key that it knows until operators had a day to object; nothing opens without the API's share.
  kit.clock.advance(dayMs)
  const release = vault.call('releaseRecoveryKey', await releaseInput(person.device, { token }))
  await expect(release).rejects.toMatchObject({ code: 'invalid_token' })
})

test('T-05 T-11: both key-encryption keys are replaced while 20 users log in, sign and recover: none is refused', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => newPerson(200 + i)))
  const refused: string[] = []
  const meanwhile = async (change: () => Promise<unknown>) => {
    const [refusals] = await Promise.all([Promise.all(people.map((each) => each.goOn())), change()])
    refused.push(...refusals.flat())
  }
  const { keks: old } = kit.deps.config
  const [shares, tokens] = [randomBytes(32), randomBytes(32)]
  /** What a restart with other settings does. */
  const restart = async (keks: KeyLists) => {
    Object.assign(kit.deps.keyEncryption, aesKeyEncryption(keks, systemRandom))
    kit.deps.config.keks = keks
    kit.deps.apps.forget(kit.appId)
  }
  const both = { shares: [shares, ...old.shares], tokens: [tokens, ...old.tokens] }

  await meanwhile(() => restart(both))
  await meanwhile(() => renewUnderNewestKeys({ ...kit.deps, keks: both }))
  await meanwhile(async () => undefined)
  await renewUnderNewestKeys({ ...kit.deps, keks: both })
  await restart({ shares: [shares], tokens: [tokens] })
  await meanwhile(async () => undefined)

  expect(refused).toEqual([])
  const { signing_key } = await kit.db
    .selectFrom('app')
    .select('signing_key')
    .where('id', '=', kit.appId)
    .executeTakeFirstOrThrow()
  const stolen = aesKeyEncryption(old, systemRandom)
  expect(() => stolen.logins.open(signing_key, `app/${kit.appId}/signing-key`)).toThrow()
}, 300_000)

test('T-06 T-11: the vault’s key-encryption key and every recovery key are replaced while 20 users log in, sign and recover: none is refused, and the old ones open nothing', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => newPerson(300 + i)))
  const [ada] = people
  if (ada === undefined) throw new Error('There are no users')
  const refused: string[] = []
  const meanwhile = async (change: () => Promise<unknown>) => {
    const [refusals] = await Promise.all([Promise.all(people.map((each) => each.goOn())), change()])
    refused.push(...refusals.flat())
  }
  const restart = async (keks: Uint8Array[]) => {
    await vault.stop()
    await vault.start(keks)
  }
  const known = await ada.releasedKey()
  const newest = randomBytes(32)

  await restart([newest, vaultKek])
  await meanwhile(() => vault.runKeys([newest, vaultKek], 'rotate'))
  await meanwhile(async () => {
    for (const each of people) refused.push(...(await each.replaceRecoveryKey()))
  })
  await vault.runKeys([newest, vaultKek], 'rotate')
  const { keys } = await vault.runKeys([newest, vaultKek], 'list')
  await vault.runKeys([newest, vaultKek], 'revoke', keys[1]?.id ?? '')
  await restart([newest])
  await meanwhile(async () => undefined)

  expect(refused).toEqual([])
  expect(keys.map(({ use, records }) => [use, records['recovery_key.record'] ?? 0])).toEqual([
    ['newest', expect.any(Number)],
    ['older', 0],
  ])
  expect(await ada.releasedKey()).not.toEqual(known)
  const release = { ...(await releaseInput(ada.device, { token: ada.accessToken() })) }
  await expect(vault.call('releaseRecoveryKey', release)).rejects.toMatchObject({
    code: 'not_found',
  })
  // The old key does not even open the vault's own public key pair.
  await vault.stop()
  await expect(vault.start([vaultKek])).rejects.toThrow()
  await vault.start([newest])
}, 300_000)

async function newPerson(index: number): Promise<Person> {
  const email = `person-${index}@example.com`
  const { appId, apiPublicKey } = kit
  let session = await kit.signIn(email)
  const frame = () => ({ token: session.token, origin: authOrigin })
  const device = await createTestDevice({ appId, userId: session.user.id, apiPublicKey })
  const body = await createBody(device, vault.publicKey)
  const stored = await kit.call(routes.create, { body }, frame())
  await readBack(kit, device, frame())
  const params = { wallet_id: device.walletId, generation_id: device.generationId }
  const receipt = 'receipt' in stored.body ? String(stored.body.receipt) : ''
  await kit.call(routes.confirm, { params, body: await confirmBody(device, receipt) }, frame())

  const refresh = async () => {
    const given = { body: { refresh_token: session.refresh_token } }
    const answer = await kit.call(api.session.refresh, given)
    if (answer.status === 200) session = asSignedIn(answer.body)
    return answer
  }
  let loggedInAtMs = kit.clock.nowMs()
  let present = device
  const logIn = async () => {
    session = await kit.signIn(email)
    loggedInAtMs = kit.clock.nowMs()
  }
  return {
    device,
    accessToken: () => session.token,
    replaceRecoveryKey: async () => {
      const next = { recoveryKey: randomBytes(32), recoveryKeyId: randomUUID() }
      const named = { ...next, vaultPublicKey: vault.publicKey }
      const replaced = await replaceRecoveryKeyBody(present, named)
      const switched = { recovery_key_id: next.recoveryKeyId }
      const stored = await kit.call(routes.replaceRecoveryKey, { params, body: replaced }, frame())
      const used = await kit.call(routes.switchRecoveryKey, { params, body: switched }, frame())
      present = { ...present, ...next }
      return [...refusalOf('replaceRecoveryKey', stored), ...refusalOf('switchRecoveryKey', used)]
    },
    releasedKey: async () => {
      const { body: request, openRecoveryKey } = await recoverBody(device, frame())
      const input = { params: { wallet_id: device.walletId }, body: request }
      return openRecoveryKey((await kit.call(routes.recover, input, frame())).body, vault.publicKey)
    },
    goOn: async () => {
      const { body: share } = await authShareBody(device)
      const recover = async (call: string) => {
        const { body: request } = await recoverBody(device, frame())
        const input = { params: { wallet_id: device.walletId }, body: request }
        return refusalOf(call, await kit.call(routes.recover, input, frame()))
      }
      // Later a wallet is restored after another login only (P2).
      const isRecent = kit.clock.nowMs() - loggedInAtMs <= 15 * 60_000
      const refusals = [
        ...refusalOf('refresh', await refresh()),
        ...refusalOf('me', { status: await askMe(session.token) }),
        ...refusalOf(
          'authShare',
          await kit.call(routes.authShare, { params, body: share }, frame()),
        ),
        ...(isRecent ? await recover('recover') : []),
      ]
      await logIn()
      return [...refusals, ...(await recover('recover after a login'))]
    },
  }
}

/** The call, status and code of an answer other than 200: a failure names what was refused. */
function refusalOf(call: string, { status, body }: { status: number; body?: object }): string[] {
  if (status === 200) return []
  return [`${call}: ${status} ${body && 'code' in body ? String(body.code) : ''}`]
}

async function askMe(token: string): Promise<number> {
  return (await kit.call(api.user.me, {}, { token })).status
}

async function askAsBackEnd(secret: string): Promise<number> {
  const basic = Buffer.from(`${kit.appId}:${secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'privy-app-id': kit.appId }
  return (await kit.server.inject({ url: '/api/v1/users', headers })).statusCode
}

async function newestKid(): Promise<string> {
  const { tokenKeys } = await listKeys(deps, kit.appId)
  return tokenKeys[0]?.kid ?? ''
}
