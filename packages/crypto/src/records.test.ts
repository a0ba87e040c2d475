import { hkdfSync, webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.js'
import type { Bytes } from './bytes.js'
import { deriveKey } from './derive-key.js'
import { decryptRecord, encryptRecord, recordKeyId } from './records.js'
import { aesGcmSeal } from './web-crypto.js'
import { wipe } from './wipe.js'

const text = (value: string) => Uint8Array.from(Buffer.from(value))
const key = {
  keyEncryptionKey: Uint8Array.from({ length: 32 }, (_, i) => i),
  keyId: text('kek-2026-000001a'),
  aad: text('generations.auth_share:42'),
  webCrypto: webcrypto,
}
const refused = expect.objectContaining({ name: 'RecordError' })

describe('encryptRecord', () => {
  test('gives back the plaintext, of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (plaintext) => {
        const record = await encryptRecord({ ...key, plaintext })
        expect(await decryptRecord({ ...key, record })).toEqual(plaintext)
      }),
    )
  })

  test('has the layout of security.md 2.5', async () => {
    const record = await encryptRecord({ ...key, plaintext: text('share') })

    expect(Buffer.from(record.subarray(0, 3)).toString()).toBe('EW1')
    expect(record[3]).toBe(1)
    expect(recordKeyId(record)).toEqual(key.keyId)
    expect([record[20], record[21]]).toEqual([0, 60])
    expect(record).toHaveLength(3 + 1 + 16 + 2 + 60 + 12 + 16 + 5 + 16)
  })

  test('never repeats a data key or a nonce', async () => {
    const plaintext = text('share')
    const records = await Promise.all(
      Array.from({ length: 200 }, () => encryptRecord({ ...key, plaintext })),
    )

    for (const [from, to] of [
      [22, 34],
      [34, 82],
      [82, 94],
    ])
      expect(new Set(records.map((record) => record.slice(from, to).join())).size).toBe(200)
  })

  test('error: CUS-05 encrypts nothing when the random source repeats itself', async () => {
    const stuck = {
      subtle: webcrypto.subtle,
      getRandomValues: (array: Bytes) => Uint8Array.from(array, (_, i) => i),
    }

    await expect(
      encryptRecord({ ...key, webCrypto: stuck, plaintext: text('x') }),
    ).rejects.toMatchObject({ name: 'RandomError' })
  })

  test('error: refuses a key or key id of another length', async () => {
    const plaintext = text('x')
    await expect(encryptRecord({ ...key, plaintext, keyId: text('short') })).rejects.toThrow(
      RangeError,
    )
    await expect(
      encryptRecord({ ...key, plaintext, keyEncryptionKey: new Uint8Array(16) }),
    ).rejects.toThrow(RangeError)
  })
})

describe('decryptRecord', () => {
  test('error: CUS-02 refuses a record with any bit flipped', async () => {
    const record = await encryptRecord({ ...key, plaintext: text('share') })

    for (let bit = 0; bit < record.length * 8; bit++) {
      const changed = Uint8Array.from(record)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      await expect(decryptRecord({ ...key, record: changed }), `bit ${bit}`).rejects.toEqual(
        refused,
      )
    }
  })

  test('error: refuses a record cut short or padded', async () => {
    const record = await encryptRecord({ ...key, plaintext: text('share') })

    for (let length = 0; length < record.length; length++)
      await expect(decryptRecord({ ...key, record: record.slice(0, length) })).rejects.toEqual(
        refused,
      )
    await expect(
      decryptRecord({ ...key, record: Uint8Array.from([...record, 0]) }),
    ).rejects.toEqual(refused)
  })

  test('error: CUS-07 refuses a record moved to another row', async () => {
    const record = await encryptRecord({ ...key, plaintext: text('share') })

    const elsewhere = { ...key, aad: text('generations.auth_share:43') }
    await expect(decryptRecord({ ...elsewhere, record })).rejects.toEqual(refused)
  })

  test('error: CUS-07 refuses parts of two records put together', async () => {
    const first = await encryptRecord({ ...key, plaintext: text('share') })
    const second = await encryptRecord({ ...key, plaintext: text('share') })

    const mixed = Uint8Array.from([...first.slice(0, 82), ...second.slice(82)])
    await expect(decryptRecord({ ...key, record: mixed })).rejects.toEqual(refused)
  })

  test('error: refuses a record that does not commit to its data key', async () => {
    const good = await encryptRecord({ ...key, plaintext: text('share') })
    const head = good.slice(0, 20)
    const wrapNonce = new Uint8Array(12).fill(1)
    const nonce = new Uint8Array(12).fill(2)
    const dek = new Uint8Array(32).fill(3)
    const seal = (
      sealKey: Uint8Array,
      iv: Uint8Array,
      header: Uint8Array,
      plaintext: Uint8Array,
    ) => {
      const aad = Buffer.concat([header, key.aad])
      return aesGcmSeal({ webCrypto: webcrypto, key: sealKey, nonce: iv, aad }, plaintext)
    }
    const wrapped = await seal(key.keyEncryptionKey, wrapNonce, head, dek)
    const header = Buffer.concat([head, good.slice(20, 22), wrapNonce, wrapped])
    const forge = async (commitment: Uint8Array) => {
      const content = Buffer.concat([commitment, text('share')])
      return Uint8Array.from(
        Buffer.concat([header, nonce, await seal(dek, nonce, header, content)]),
      )
    }
    const right = deriveKey({ secret: dek, info: 'commit', length: 16 })

    expect(await decryptRecord({ ...key, record: await forge(right) })).toEqual(text('share'))
    const record = await forge(new Uint8Array(16))
    await expect(decryptRecord({ ...key, record })).rejects.toEqual(refused)
  })

  test('error: CUS-13 refuses another key, or another name for the key', async () => {
    const record = await encryptRecord({ ...key, plaintext: text('share') })

    await expect(
      decryptRecord({ ...key, record, keyEncryptionKey: new Uint8Array(32) }),
    ).rejects.toEqual(refused)
    await expect(
      decryptRecord({ ...key, record, keyId: text('kek-2026-000002b') }),
    ).rejects.toEqual(refused)
  })
})

describe('deriveKey', () => {
  test('RFC 5869, test case 1', () => {
    const derived = deriveKey({
      secret: new Uint8Array(22).fill(0x0b),
      salt: Uint8Array.from({ length: 13 }, (_, i) => i),
      info: Uint8Array.from({ length: 10 }, (_, i) => 0xf0 + i),
      length: 42,
    })

    expect(Buffer.from(derived).toString('hex')).toBe(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    )
  })

  test('agrees with Node for any input', () => {
    const any = fc.uint8Array({ maxLength: 64 })
    fc.assert(
      fc.property(any, any, any, (secret, salt, info) => {
        const node = new Uint8Array(hkdfSync('sha256', secret, salt, info, 32))
        expect(deriveKey({ secret, salt, info })).toEqual(node)
      }),
    )
  })
})

describe('fromBase64url', () => {
  test('undoes toBase64url for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64url(toBase64url(bytes))).toEqual(bytes)
      }),
    )
  })

  test('error: refuses padding, other alphabets and loose last bits, and repeats none of it', () => {
    for (const bad of ['AA==', 'A', 'AB+', 'A/A', 'AB', 'A A', 'AA\n'])
      expect(() => fromBase64url(bad)).toThrow(/^Not canonical base64url$/)
  })
})

describe('wipe', () => {
  test('overwrites every array and skips what is absent', () => {
    const a = text('secret')
    const b = text('secret')

    wipe(a, undefined, null, b)

    expect([...a, ...b].every((byte) => byte === 0)).toBe(true)
  })
})
