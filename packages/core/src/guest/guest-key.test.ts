import { verify } from 'node:crypto'
import { guestLoginMessage, storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { guest, session } from '../index.js'
import { testAppId } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)
afterEach(() => vi.unstubAllGlobals())

const credentialName = storageKeys.guestCredential(testAppId)

/** One database of a browser with one store, as far as this package uses it. */
function stubDatabase() {
  const entries = new Map<unknown, unknown>()
  const state = { isBroken: false }
  const request = (work: () => unknown) => {
    const made: Record<string, unknown> = {}
    queueMicrotask(() => {
      if (state.isBroken) {
        made.error = new DOMException('The database is closed', 'UnknownError')
        return (made.onerror as () => void)()
      }
      made.result = work()
      if (made.onupgradeneeded) (made.onupgradeneeded as () => void)()
      return (made.onsuccess as () => void)()
    })
    return made
  }
  const store = {
    get: (name: unknown) => request(() => entries.get(name)),
    put: (value: unknown, name: unknown) => request(() => entries.set(name, value)),
    delete: (name: unknown) => request(() => entries.delete(name)),
  }
  const database = {
    createObjectStore: () => undefined,
    close: () => undefined,
    transaction: () => ({ objectStore: () => store }),
  }
  vi.stubGlobal('indexedDB', { open: () => request(() => database) })
  return { entries, state }
}

async function setupGuests() {
  const kit = await setup()
  const client = kit.tab()
  await client.start()
  const logIn = async () => {
    await guest.login(client)
    await session.logout(client)
    return kit.server.seen.findLast(({ path }) => path.endsWith('/guest/authenticate'))?.body
  }
  return { ...kit, client, logIn }
}

describe('T-28: the guest of a browser that keeps keys', () => {
  test('signs a challenge with a key that cannot be exported, and keeps no credential', async () => {
    const { entries } = stubDatabase()
    const { logIn, storage, server } = await setupGuests()

    const first = Object(await logIn()).key_proof
    const second = Object(await logIn()).key_proof

    expect(server.count('POST /api/v1/guest/init')).toBe(2)
    expect(second.public_key).toBe(first.public_key)
    expect(storage.getItem(credentialName)).toBeNull()
    const pair = entries.get(testAppId) as CryptoKeyPair
    expect(pair.privateKey.extractable).toBe(false)
    const bytes = Buffer.from(first.public_key, 'base64url')
    const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
    const signed = {
      key: { key: jwk, format: 'jwk' as const, dsaEncoding: 'ieee-p1363' as const },
      message: Buffer.from(guestLoginMessage(testAppId, first.challenge)),
      signature: Buffer.from(first.signature, 'base64url'),
    }
    expect(verify('sha256', signed.message, signed.key, signed.signature)).toBe(true)
  })

  test('a credential of an earlier version goes along until a login has bound its guest', async () => {
    stubDatabase()
    const { logIn, storage, server } = await setupGuests()
    const credential = 'c'.repeat(43)
    storage.setItem(credentialName, JSON.stringify(credential))
    const lost = { status: 500, body: { error: 'Lost', code: 'internal_error' } }
    server.failNext('POST /api/v1/guest/authenticate', lost)

    await expect(logIn()).rejects.toMatchObject({ code: 'internal_error' })
    const again = await logIn()

    expect(again).toMatchObject({ guest_credential: credential, key_proof: {} })
    expect(storage.getItem(credentialName)).toBeNull()
    expect(Object.keys(Object(await logIn()))).toEqual(['key_proof'])
  })

  test('is forgotten on request', async () => {
    const { entries } = stubDatabase()
    const { logIn, client } = await setupGuests()
    const before = Object(await logIn()).key_proof
    await guest.forget(client)

    expect(entries.size).toBe(0)
    expect(Object(await logIn()).key_proof.public_key).not.toBe(before.public_key)
  })

  test('a browser that keeps no keys has a credential, which is forgotten as well', async () => {
    const { state } = stubDatabase()
    state.isBroken = true
    const { logIn, storage, client } = await setupGuests()

    const first = await logIn()

    expect(first).toEqual({ guest_credential: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await logIn()).toEqual(first)
    vi.stubGlobal('indexedDB', undefined)
    await guest.forget(client)
    expect(storage.getItem(credentialName)).toBeNull()
  })

  test('error: the key of a guest that is bound cannot be read now: no other guest is made', async () => {
    const { state } = stubDatabase()
    const { logIn, client, server } = await setupGuests()
    await logIn()
    state.isBroken = true

    await expect(guest.login(client)).rejects.toMatchObject({ code: 'not_supported' })
    expect(server.count('POST /api/v1/guest/authenticate')).toBe(1)
  })
})
