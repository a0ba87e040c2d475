import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail } from '@sallyport/process/mail'
import {
  createTestDevice,
  createTestKit,
  createTestVault,
  releaseInput,
  type TestKit,
  type TestVault,
} from '@sallyport/testing'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SocketVault, socketVault } from '../ports/unix-vault.js'
import { signJws } from '../tokens/jwt.js'
import {
  generateSigningKey,
  loadSigningKey,
  loadVerifyingKey,
  type SigningKey,
} from '../tokens/signing-key.js'
import {
  type KeyDeps,
  listKeys,
  revokePreviousSecret,
  revokeTokenKey,
  revokeTokens,
  rotateSecret,
  rotateTokenKey,
} from './change-keys.js'
import { keyOverlapMs } from './token-keys.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const leadMs = 25 * hourMs
const keks = [randomBytes(32)]
/** Mails and log lines of the vault. */
const mails: Mail[] = []
const log: string[] = []
let kit: TestKit
let vault: TestVault
let client: SocketVault
let deps: KeyDeps
beforeAll(async () => {
  kit = await createTestKit()
  vault = await createTestVault({
    databaseUrl: kit.databaseUrl,
    clock: kit.clock,
    config: { keks },
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    log,
  })
  // The client of these sources: it throws the refusals that they know.
  client = socketVault(vault.socketPath)
  deps = { ...kit.deps, vault: client, issuer: kit.deps.config.tokenIssuer }
})
afterAll(async () => {
  client.close()
  await vault.close()
  await kit.close()
})

/** The app is read anew, as another process does within a second. */
const forget = () => kit.deps.apps.forget(kit.appId)
const jwks = async () =>
  (await kit.server.inject(`/api/v1/apps/${kit.appId}/jwks.json`)).json() as {
    keys: { kid: string }[]
  }
const published = async () =>
  (await kit.server.inject(`/api/v1/apps/${kit.appId}`)).json().verification_key as string
const me = async (token: string) =>
  (
    await kit.server.inject({
      url: '/api/v1/users/me',
      headers: { authorization: `Bearer ${token}`, 'privy-app-id': kit.appId },
    })
  ).statusCode
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string
const signIn = async () => (await kit.signIn()).token
/** What an operator does as the vault's user. */
const repin = async (publicKey = '') => {
  const file = join(mkdtempSync(join(tmpdir(), 'sallyport-repin-')), 'key.pem')
  writeFileSync(file, publicKey)
  await vault.runKeys(keks, 'repin', kit.appId, file)
}
/** What the vault says to a token: `not_found` is its answer to a right one of a user without a wallet. */
const release = async (accessToken: string) => {
  const { appId, apiPublicKey } = kit
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  const device = await createTestDevice({ appId, userId: claims.sub, apiPublicKey })
  return vault
    .call('releaseRecoveryKey', await releaseInput(device, { token: accessToken }))
    .catch((error: { code: string }) => error.code)
}

describe('rotateTokenKey', () => {
  test('T-11: the next key is published before it signs, and tokens of the key before live on', async () => {
    const old = await signIn()
    const oldKey = await published()
    const { tokenKeys } = await rotateTokenKey(deps, { appId: kit.appId, leadMs })
    forget()
    expect(tokenKeys.map(({ state }) => state)).toEqual(['signing', 'next'])
    expect((await jwks()).keys).toHaveLength(2)
    expect(await published()).toBe(oldKey)
    expect(await release(old)).toBe('not_found')
    kit.clock.advance(leadMs - hourMs / 2)
    forget()
    const before = await signIn()
    expect(kidOf(before)).toBe(kidOf(old))
    expect(await release(before)).toBe('not_found')

    kit.clock.advance(hourMs / 2)
    forget()
    const after = await signIn()
    expect(kidOf(after)).toBe(tokenKeys[1]?.kid)
    expect(await published()).not.toBe(oldKey)
    for (const token of [before, after]) expect(await me(token)).toBe(200)
    for (const token of [before, after]) expect(await release(token)).toBe('not_found')
    const { payload } = await jwtVerify(after, createLocalJWKSet(await jwks()), {
      currentDate: new Date(kit.clock.nowMs()),
    })
    expect(payload.aud).toBe(kit.appId)
  })

  test('a key that has begun to sign settles in the app’s row, and the one before goes when its tokens are over', async () => {
    await rotateTokenKey(deps, { appId: kit.appId, leadMs })
    const [first, second] = (await listKeys(deps, kit.appId)).tokenKeys
    kit.clock.advance(leadMs)
    forget()
    const token = await signIn()
    expect(kidOf(token)).not.toBe(first?.kid)
    kit.clock.advance(keyOverlapMs)
    await rotateTokenKey(deps, { appId: kit.appId, leadMs })
    forget()
    const kids = (await jwks()).keys.map(({ kid }) => kid)
    expect(kids).not.toContain(first?.kid)
    expect(second).toBeDefined()
    expect(await release(await signIn())).toBe('not_found')
  })

  test('a rotation that was interrupted before the vault heard of it is finished by the next call', async () => {
    await revokeTokenKey(deps, {
      appId: kit.appId,
      kid: (await listKeys(deps, kit.appId)).tokenKeys[0]?.kid ?? '',
    })
    kit.clock.advance(dayMs)
    const broken = { ...deps, vault: { call: () => Promise.reject(new Error('gone')) } }
    await expect(rotateTokenKey(broken, { appId: kit.appId, leadMs })).rejects.toThrow('gone')
    await rotateTokenKey(deps, { appId: kit.appId, leadMs })
    kit.clock.advance(leadMs)
    forget()
    expect(await release(await signIn())).toBe('not_found')
  })
})

describe('revokeTokenKey', () => {
  test('T-11: tokens of a revoked key are refused by the API at once, by the vault after 24 hours, and a new key signs', async () => {
    kit.clock.advance(keyOverlapMs)
    const old = await signIn()
    await revokeTokenKey(deps, { appId: kit.appId, kid: kidOf(old) })
    forget()

    expect(await me(old)).toBe(401)
    expect(await release(old)).toBe('not_found')
    const fresh = await signIn()
    expect(kidOf(fresh)).not.toBe(kidOf(old))
    expect([await me(fresh), await release(fresh)]).toEqual([200, 'invalid_token'])
    expect((await jwks()).keys.map(({ kid }) => kid)).not.toContain(kidOf(old))

    kit.clock.advance(dayMs)
    expect(await release(await signIn())).toBe('not_found')
  })

  test('V6: a key that operators pin is accepted at once, and no other one', async () => {
    const old = await signIn()
    await revokeTokenKey(deps, { appId: kit.appId, kid: kidOf(old) })
    forget()
    const { tokenKeys } = await listKeys(deps, kit.appId)
    await repin(tokenKeys[0]?.publicKey)

    expect(await release(old)).toBe('invalid_token')
    expect(await release(await signIn())).toBe('not_found')
  })

  test('error: an unknown key, an unknown app', async () => {
    await expect(revokeTokenKey(deps, { appId: kit.appId, kid: 'none' })).rejects.toThrow(
      'no token key',
    )
    await expect(revokeTokenKey(deps, { appId: 'none', kid: 'x' })).rejects.toThrow(
      'No app has the id none',
    )
  })
})

describe('changeAppKey of the vault', () => {
  test('V6: code in the API that signs for a key of its own gets no release before operators are told and a day is over', async () => {
    const app = await kit.deps.apps.find(kit.appId)
    const { pkcs8, verificationKey } = generateSigningKey()
    const own = loadSigningKey(pkcs8)
    const say = (said: { verificationKey: string; revoked: string[] }, key: SigningKey) =>
      vault.call('changeAppKey', {
        appId: kit.appId,
        statement: signJws(
          { purpose: 'sallyport/token-key/v1', appId: kit.appId, issuer: deps.issuer, ...said },
          key,
        ),
      })
    const before = await signIn()
    expect(await release(before)).toBe('not_found')
    await say({ verificationKey, revoked: [await published()] }, app!.key)

    expect(await release(signJws(claimsOf(before), own))).toBe('invalid_token')
    expect(await release(before)).toBe('not_found')
    await vault.deliverNotices()
    expect(mails.at(-1)).toMatchObject({
      to: 'operator@auth.example',
      subject: 'A token key of your deployment is about to change',
      text: expect.stringContaining(`the new token key ${own.kid} was announced`),
    })
    expect(log.some((line) => line.includes('"event":"token_key_announced"'))).toBe(true)
    // The stolen key's say does not end before: neither by itself nor by the key that waits.
    await expect(say({ verificationKey, revoked: [] }, own)).rejects.toMatchObject({
      code: 'key_mismatch',
    })
    await repin(await published())
    kit.clock.advance(dayMs + hourMs)
    const later = await signIn()
    expect(await release(signJws(claimsOf(later), own))).toBe('invalid_token')
    expect(await release(later)).toBe('not_found')
  })

  test('V6: operators are told of a key that is taken back, and of five new ones in a day at most', async () => {
    const app = await kit.deps.apps.find(kit.appId)
    const announced = () =>
      mails.filter(({ subject }) => subject === 'A token key of your deployment is about to change')
    const said = { purpose: 'sallyport/token-key/v1', appId: kit.appId, issuer: deps.issuer }
    const say = (verificationKey: string) => {
      const statement = signJws({ ...said, verificationKey, revoked: [] }, app!.key)
      return vault.call('changeAppKey', { appId: kit.appId, statement })
    }
    kit.clock.advance(dayMs)
    const { verificationKey } = generateSigningKey()
    await say(verificationKey)
    await say(await published())
    await vault.deliverNotices()
    expect(mails.at(-1)).toMatchObject({
      to: 'operator@auth.example',
      subject: 'A new token key of your deployment was taken back',
      text: expect.stringContaining(`new token key ${loadVerifyingKey(verificationKey).kid} of`),
    })
    expect(log.some((line) => line.includes('"event":"token_key_withdrawn"'))).toBe(true)

    for (let made = 1; made < 5; made += 1) await say(generateSigningKey().verificationKey)
    await vault.deliverNotices()
    const before = announced().length
    await expect(say(generateSigningKey().verificationKey)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    await say(await published())
    await vault.deliverNotices()
    expect(announced()).toHaveLength(before)
    kit.clock.advance(dayMs)
  })

  test('a key that waits is taken back by a statement that names the newest one', async () => {
    const { verificationKey } = generateSigningKey()
    const app = await kit.deps.apps.find(kit.appId)
    const said = { purpose: 'sallyport/token-key/v1', appId: kit.appId, issuer: deps.issuer }
    for (const named of [verificationKey, await published()]) {
      const statement = signJws({ ...said, verificationKey: named, revoked: [] }, app!.key)
      await vault.call('changeAppKey', { appId: kit.appId, statement })
    }
    kit.clock.advance(dayMs + hourMs)

    expect(await release(await signIn())).toBe('not_found')
    await expect(
      vault.call('pinAppKey', { appId: kit.appId, issuer: deps.issuer, verificationKey }),
    ).rejects.toMatchObject({ code: 'key_mismatch' })
  })

  test('T-11: error: a key that the pinned one did not sign for is refused, so that the API’s database alone changes none', async () => {
    const other = await kit.addApp()
    const app = await kit.deps.apps.find(other.appId)
    const statement = signJws(
      {
        purpose: 'sallyport/token-key/v1',
        appId: kit.appId,
        issuer: deps.issuer,
        verificationKey: other.verificationKey,
        revoked: [],
      },
      app!.key,
    )
    await expect(vault.call('changeAppKey', { appId: kit.appId, statement })).rejects.toMatchObject(
      { code: 'key_mismatch' },
    )
    await expect(
      vault.call('changeAppKey', { appId: kit.appId, statement: await signIn() }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('revokeTokens', () => {
  test('T-11: every older token is refused, and sessions go on with new ones', async () => {
    const session = await kit.signIn()
    kit.clock.advance(2_000)
    await revokeTokens(deps, kit.appId)
    forget()
    expect(await me(session.token)).toBe(401)
    expect(await me(await signIn())).toBe(200)
  })
})

describe('rotateSecret', () => {
  const config = async (secret: string) =>
    (
      await kit.server.inject({
        url: '/api/v1/users',
        headers: {
          authorization: `Basic ${Buffer.from(`${kit.appId}:${secret}`).toString('base64')}`,
          'privy-app-id': kit.appId,
        },
      })
    ).statusCode

  test('T-11: two secrets work until the time of the first is over', async () => {
    const { appSecret } = await rotateSecret(deps, { appId: kit.appId, keepMs: 3_600_000 })
    forget()
    expect([await config(kit.appSecret), await config(appSecret)]).toEqual([200, 200])
    kit.clock.advance(3_600_000)
    forget()
    expect([await config(kit.appSecret), await config(appSecret)]).toEqual([401, 200])
  })

  test('T-11: the one before is revoked at once, and only when there is one', async () => {
    const first = await rotateSecret(deps, { appId: kit.appId, keepMs: 3_600_000 })
    const second = await rotateSecret(deps, { appId: kit.appId, keepMs: 3_600_000 })
    await revokePreviousSecret(deps, kit.appId)
    forget()
    expect([await config(first.appSecret), await config(second.appSecret)]).toEqual([401, 200])
    await expect(revokePreviousSecret(deps, kit.appId)).rejects.toThrow('has one secret')
  })

  test('T-16: every change of keys is in the audit log, without a key', async () => {
    const events = await kit.db
      .selectFrom('audit_event')
      .select('data')
      .where('kind', '=', 'keys_changed')
      .execute()
    const changes = events.map(({ data }) => data)
    for (const change of [
      'token_key_rotated',
      'token_key_revoked',
      'tokens_revoked',
      'app_secret_rotated',
    ])
      expect(changes).toContainEqual({ change, by: 'operator' })
  })
})
