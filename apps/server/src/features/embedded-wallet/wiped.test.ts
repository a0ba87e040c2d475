import { userIdPrefix } from '@sallyport/contract'
import { createTestDevice, createTestKit, recoveryKeyBody, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadApp } from '../../apps/app.js'
import { createApp } from '../../apps/create-app.js'
import type { KeyEncryption, KeyRing } from '../../ports/key-encryption.js'
import { readGenerationBody } from './new-generation.js'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit?.close())

/** The kit's encryption, with a hold on every plaintext that passes. */
function watched() {
  const plaintexts: Uint8Array[] = []
  const copies: Uint8Array[] = []
  const keep = (plaintext: Uint8Array) => {
    plaintexts.push(plaintext)
    copies.push(Uint8Array.from(plaintext))
    return plaintext
  }
  const { keyEncryption } = kit.deps
  const watch = (ring: KeyRing): KeyRing => ({
    ...ring,
    seal: (plaintext, context) => ring.seal(keep(plaintext), context),
    open: (ciphertext, context) => keep(ring.open(ciphertext, context)),
  })
  const { shares, logins } = keyEncryption
  const watching: KeyEncryption = {
    ...keyEncryption,
    shares: watch(shares),
    logins: watch(logins),
  }
  return { keyEncryption: watching, plaintexts, copies }
}

const isWiped = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)

describe('what the server overwrites after use', () => {
  test('the auth share a frame sent, once it is encrypted', async () => {
    const { keyEncryption, plaintexts, copies } = watched()
    const { apiPublicKey, appId } = kit
    const owner = { appId, userId: `${userIdPrefix}ada`, apiPublicKey }
    const device = await createTestDevice(owner)
    const deps = { ...kit.deps, keyEncryption }

    const body = { ...device.generationBody, ...(await recoveryKeyBody(device, apiPublicKey)) }

    await readGenerationBody(body, {
      owner: { appId, userId: 'ada' },
      walletId: device.walletId,
      deps,
    })

    expect(copies.map((copy) => Buffer.from(copy))).toEqual([Buffer.from(device.shares.auth)])
    expect(plaintexts.every(isWiped)).toBe(true)
  })

  test('the private half of an app’s token key, when it is made and when it is loaded', async () => {
    const { keyEncryption, plaintexts, copies } = watched()
    const { appId } = await createApp(
      { ...kit.deps, keyEncryption },
      { name: 'Acme', environment: 'production' },
    )
    const row = await kit.db
      .selectFrom('app')
      .selectAll()
      .where('id', '=', appId)
      .executeTakeFirstOrThrow()

    const read = { ...row, has_denylist: false, test_accounts: [], token_keys: [] }
    const { key } = loadApp(read, { keyEncryption, nowMs: 0 })

    expect(key.jwk.crv).toBe('P-256')
    expect(copies).toHaveLength(2)
    expect(copies.some(isWiped)).toBe(false)
    expect(plaintexts.every(isWiped)).toBe(true)
  })
})
