import { createCipheriv, hkdfSync } from 'node:crypto'
import { decryptRecord } from '@sallyport/crypto'
import { describe, expect, test } from 'vitest'
import { aesKeyEncryption, keyIdOfKey } from './key-encryption.js'
import { systemRandom } from './random.js'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const ringsOf = (shares: Uint8Array[], tokens: Uint8Array[]) =>
  aesKeyEncryption({ shares, tokens }, systemRandom)
const secret = Buffer.from('a share')
const here = 'share_generation/auth_share/1'

/** What versions before key ids stored. */
function sealUnnamed(kek: Uint8Array): Uint8Array {
  const under = new Uint8Array(hkdfSync('sha256', kek, 'sallyport/kek/v1', 'records', 32))
  const cipher = createCipheriv('aes-256-gcm', under, key(9).subarray(0, 12))
  cipher.setAAD(Buffer.from(here))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([Buffer.of(1), key(9).subarray(0, 12), sealed])
}

describe('T-32: what the API stores', () => {
  const { shares } = ringsOf([key(1)], [key(2)])

  test('is a record of packages/crypto: it names its key and has a data key of its own', async () => {
    const [one, two] = [shares.seal(secret, here), shares.seal(secret, here)]

    expect(Buffer.from(one).equals(two)).toBe(false)
    expect(shares.keyIdOf(one)).toBe(keyIdOfKey(key(1)))
    const opened = await decryptRecord({
      keyEncryptionKey: new Uint8Array(
        hkdfSync('sha256', key(1), 'sallyport/kek/v1', 'record-keys', 32),
      ),
      keyId: Buffer.from(keyIdOfKey(key(1)), 'hex'),
      aad: Buffer.from(JSON.stringify(['sallyport record v1', here])),
      webCrypto: crypto,
      record: one,
    })
    expect(Buffer.from(opened).equals(secret)).toBe(true)
    expect(Buffer.from(shares.open(one, here)).equals(secret)).toBe(true)
  })

  test('error: opens in its own place only, and not after a change', () => {
    const sealed = shares.seal(secret, here)
    expect(() => shares.open(sealed, 'share_generation/auth_share/2')).toThrow('not readable')
    for (const at of [3, 22, 60, 90, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => shares.open(changed, here)).toThrow()
    }
  })

  test('opens as an earlier version stored it', () => {
    const { shares: rotated } = ringsOf([key(3), key(1)], [key(2)])
    expect(Buffer.from(rotated.open(sealUnnamed(key(1)), here)).equals(secret)).toBe(true)
    expect(() => shares.open(sealUnnamed(key(4)), here)).toThrow('No key-encryption key')
  })
})

describe('T-11: a list of keys', () => {
  test('the newest seals and every one opens; error: a key that is not in the list is named', () => {
    const before = ringsOf([key(1)], [key(2)]).shares
    const rotated = ringsOf([key(3), key(1)], [key(2)]).shares
    const sealed = before.seal(secret, here)

    expect(Buffer.from(rotated.open(sealed, here)).equals(secret)).toBe(true)
    const renewed = rotated.seal(secret, here)
    expect(rotated.keyIdOf(renewed)).toBe(keyIdOfKey(key(3)))
    const gone = ringsOf([key(3)], [key(2)]).shares
    expect(() => gone.open(sealed, here)).toThrow(
      `No key-encryption key with the id ${keyIdOfKey(key(1))} is set`,
    )
  })
})

describe('T-05: the keys for shares, tokens and logins', () => {
  test('none of the three opens what another sealed', () => {
    const rings = ringsOf([key(1)], [key(2)])
    const all = [rings, rings.shares, rings.logins]
    for (const one of all)
      for (const other of all.filter((ring) => ring !== one))
        expect(() => other.open(one.seal(secret, here), here)).toThrow('No key-encryption key')
  })

  test('what one key sealed for all opens while that key is in both lists, and not later', () => {
    const before = ringsOf([key(1)], [key(1)])
    const moving = ringsOf([key(1)], [key(2), key(1)])
    const after = ringsOf([key(1)], [key(2)])
    const sealed = before.logins.seal(secret, here)

    expect(Buffer.from(moving.logins.open(sealed, here)).equals(secret)).toBe(true)
    const renewed = moving.logins.seal(secret, here)
    expect(Buffer.from(after.logins.open(renewed, here)).equals(secret)).toBe(true)
    expect(() => after.logins.open(sealed, here)).toThrow('No key-encryption key')
  })
})
