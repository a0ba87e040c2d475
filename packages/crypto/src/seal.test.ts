import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createSealReceiver,
  deriveSealKeyPair,
  generateSealKeyPair,
  openSealed,
  type SealPrimitives,
  sealTo,
} from './seal.js'

const vector = (): Record<string, string> =>
  JSON.parse(readFileSync(new URL('../vectors/hpke-p256-aes128.json', import.meta.url), 'utf8'))
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const text = (value: string) => Uint8Array.from(Buffer.from(value))
const refused = expect.objectContaining({ name: 'SealError' })
const binding = { info: text('auth-share-v1'), aad: text('wallet 1') }

/*
 * RFC 9180, base mode, P-256, written a second time over node:crypto to check the first.
 * Returns key and base nonce; `aead` 1 is AES-128-GCM, 2 is AES-256-GCM.
 */
type Exchange = {
  secret: Buffer
  enc: Uint8Array
  recipient: Uint8Array
  info: Uint8Array
  aead: 1 | 2
}
const hmac = (key: Uint8Array, ...parts: Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()
function reference({ secret, enc, recipient, info, aead }: Exchange) {
  const kem = Buffer.concat([text('KEM'), bytes('0010')])
  const suite = Buffer.concat([text('HPKE'), bytes('00100001'), Uint8Array.of(0, aead)])
  const v1 = text('HPKE-v1')
  type Labeled = { id: Uint8Array; salt?: Uint8Array; label: string; ikm: Uint8Array }
  const extract = ({ id, salt = new Uint8Array(32), label, ikm }: Labeled) =>
    hmac(salt, v1, id, text(label), ikm)
  const expand = (
    id: Uint8Array,
    prk: Uint8Array,
    label: string,
    value: Uint8Array,
    length: number,
  ) =>
    hmac(prk, Uint8Array.of(0, length), v1, id, text(label), value, Uint8Array.of(1)).subarray(
      0,
      length,
    )
  const eaePrk = extract({ id: kem, label: 'eae_prk', ikm: secret })
  const context = Buffer.concat([enc, recipient])
  const shared = expand(kem, eaePrk, 'shared_secret', context, 32)
  const empty = new Uint8Array()
  const schedule = Buffer.concat([
    Uint8Array.of(0),
    extract({ id: suite, label: 'psk_id_hash', ikm: empty }),
    extract({ id: suite, label: 'info_hash', ikm: info }),
  ])
  const prk = extract({ id: suite, salt: shared, label: 'secret', ikm: empty })
  return {
    key: expand(suite, prk, 'key', schedule, aead * 16),
    nonce: expand(suite, prk, 'base_nonce', schedule, 12),
  }
}
function dh(scalar: Uint8Array, point: Uint8Array): Buffer {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar)
  return ecdh.computeSecret(point)
}
function gcmOpen(
  aead: 1 | 2,
  keys: { key: Buffer; nonce: Buffer },
  aad: Uint8Array,
  ct: Uint8Array,
) {
  const decipher = createDecipheriv(`aes-${aead === 1 ? 128 : 256}-gcm`, keys.key, keys.nonce)
  decipher.setAAD(aad).setAuthTag(ct.subarray(-16))
  return Buffer.concat([decipher.update(ct.subarray(0, -16)), decipher.final()])
}

describe('the reference', () => {
  test('RFC 9180, A.3.1: opens the published message', () => {
    const v = vector()
    const at = (name: string) => bytes(v[name]!)

    const secret = dh(at('skRm'), at('enc'))
    const info = at('info')
    const keys = reference({ secret, enc: at('enc'), recipient: at('pkRm'), info, aead: 1 })

    expect(gcmOpen(1, keys, at('aad'), at('ct')).toString('hex')).toBe(v.pt)
  })
})

describe('deriveSealKeyPair', () => {
  test('RFC 9180, A.3.1: gives the published pair of the published seed', async () => {
    const { ikmR, skRm, pkRm } = vector()

    const { publicKey, privateKey } = await deriveSealKeyPair(bytes(ikmR!))

    expect(Buffer.from(publicKey).toString('hex')).toBe(pkRm)
    expect(Buffer.from(privateKey).toString('hex')).toBe(`${skRm}${pkRm}`)
  })

  test('gives a pair that opens what is sealed to it', async () => {
    const pair = await deriveSealKeyPair(new Uint8Array(32).fill(7))
    const plaintext = text('an auth share')
    const sealed = await sealTo({ recipientPublicKey: pair.publicKey, plaintext, ...binding })

    const opened = await openSealed({
      recipientPrivateKey: pair.privateKey,
      ...sealed,
      ...binding,
    })

    expect(opened).toEqual(plaintext)
  })

  test('error: refuses a seed shorter than the key', async () => {
    await expect(deriveSealKeyPair(new Uint8Array(31))).rejects.toEqual(refused)
  })
})

describe('createSealReceiver', () => {
  test('opens what is sealed to it, bound as it was, and nothing else', async () => {
    const receiver = await createSealReceiver(crypto)
    const other = await createSealReceiver(crypto)
    const plaintext = text('an auth share')
    const recipientPublicKey = receiver.publicKey

    const sealed = await sealTo({ recipientPublicKey, plaintext, ...binding })

    expect(await receiver.open({ ...sealed, ...binding })).toEqual(plaintext)
    await expect(other.open({ ...sealed, ...binding })).rejects.toEqual(refused)
    const elsewhere = { ...binding, aad: text('wallet 2') }
    await expect(receiver.open({ ...sealed, ...elsewhere })).rejects.toEqual(refused)
  })

  test('keeps its private key in the engine', async () => {
    const made: CryptoKeyPair[] = []
    const subtle = {
      generateKey: async (...all: Parameters<typeof crypto.subtle.generateKey>) => {
        const pair = (await crypto.subtle.generateKey(...all)) as CryptoKeyPair
        made.push(pair)
        return pair
      },
      exportKey: crypto.subtle.exportKey.bind(crypto.subtle),
    }
    await createSealReceiver({ subtle } as typeof crypto)
    expect(made.map(({ privateKey }) => privateKey.extractable)).toEqual([false])
  })
})

describe('auth mode', () => {
  test('opens what the owner of a key has sealed, and nothing that another or no sender has', async () => {
    const receiver = await createSealReceiver(crypto)
    const [vault, other] = [await generateSealKeyPair(), await generateSealKeyPair()]
    const message = { recipientPublicKey: receiver.publicKey, plaintext: text('a key'), ...binding }
    const open = (sealed: Awaited<ReturnType<typeof sealTo>>) =>
      receiver.open({ ...sealed, ...binding, senderPublicKey: vault.publicKey })

    const honest = await sealTo({ ...message, senderPrivateKey: vault.privateKey })

    expect(await open(honest)).toEqual(message.plaintext)
    const forged = await sealTo({ ...message, senderPrivateKey: other.privateKey })
    await expect(open(forged)).rejects.toEqual(refused)
    await expect(open(await sealTo(message))).rejects.toEqual(refused)
    await expect(receiver.open({ ...honest, ...binding })).rejects.toEqual(refused)
  })
})

const ofNode: SealPrimitives = {
  agree(publicKey) {
    const ecdh = createECDH('prime256v1')
    return { publicKey: ecdh.generateKeys(), secret: ecdh.computeSecret(publicKey) }
  },
  seal({ key, nonce, aad }, data) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])
  },
}

describe.each([
  ['', {}],
  [' by the primitives of the process', { primitives: ofNode }],
])('sealTo%s', (_, by) => {
  test('seals what the reference opens', async () => {
    const pair = await generateSealKeyPair()
    const plaintext = text('an auth share')

    const { enc, ciphertext } = await sealTo({
      recipientPublicKey: pair.publicKey,
      plaintext,
      ...binding,
      ...by,
    })

    const secret = dh(pair.privateKey.subarray(0, 32), enc)
    const keys = reference({ secret, enc, recipient: pair.publicKey, info: binding.info, aead: 2 })
    expect(new Uint8Array(gcmOpen(2, keys, binding.aad, ciphertext))).toEqual(plaintext)
  })

  test('gives another key and another ciphertext each time', async () => {
    const { publicKey } = await generateSealKeyPair()
    const sealOnce = () =>
      sealTo({ recipientPublicKey: publicKey, plaintext: text('x'), ...binding, ...by })

    const [first, second] = await Promise.all([sealOnce(), sealOnce()])

    expect(first.enc).not.toEqual(second.enc)
    expect(first.ciphertext).not.toEqual(second.ciphertext)
  })

  test('error: refuses a key that is not a point of the curve', async () => {
    const { publicKey } = await generateSealKeyPair()
    const off = Uint8Array.from(publicKey, (byte, i) => (i === 64 ? byte ^ 1 : byte))

    const compressed = Uint8Array.of(2, ...publicKey.slice(1, 33))
    for (const recipientPublicKey of [
      off,
      compressed,
      new Uint8Array(65),
      publicKey.slice(0, 64),
      new Uint8Array(),
    ])
      await expect(
        sealTo({ recipientPublicKey, plaintext: text('x'), ...binding, ...by }),
      ).rejects.toEqual(refused)
  })
})

describe('openSealed', () => {
  test('opens what was sealed, of any length', async () => {
    const pair = await generateSealKeyPair()
    expect(pair.publicKey).toHaveLength(65)
    const any = fc.uint8Array({ maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(any, any, any, async (plaintext, info, aad) => {
        const sealed = await sealTo({ recipientPublicKey: pair.publicKey, plaintext, info, aad })
        const opened = await openSealed({
          recipientPrivateKey: pair.privateKey,
          ...sealed,
          info,
          aad,
        })
        expect(opened).toEqual(plaintext)
      }),
      { numRuns: 40 },
    )
  })

  test('opens what the reference sealed', async () => {
    const pair = await generateSealKeyPair()
    const ephemeral = createECDH('prime256v1')
    const enc = Uint8Array.from(ephemeral.generateKeys())
    const secret = ephemeral.computeSecret(pair.publicKey)
    const { key, nonce } = reference({
      secret,
      enc,
      recipient: pair.publicKey,
      info: binding.info,
      aead: 2,
    })
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding.aad)
    const body = Buffer.concat([cipher.update('hello'), cipher.final(), cipher.getAuthTag()])

    const ciphertext = Uint8Array.from(body)
    const opened = await openSealed({
      recipientPrivateKey: pair.privateKey,
      enc,
      ciphertext,
      ...binding,
    })

    expect(opened).toEqual(text('hello'))
  })

  test('error: CUS-02 refuses any changed byte, another key and another binding', async () => {
    const pair = await generateSealKeyPair()
    const stranger = await generateSealKeyPair()
    const plaintext = text('share')
    const sealed = await sealTo({ recipientPublicKey: pair.publicKey, plaintext, ...binding })
    const message = { recipientPrivateKey: pair.privateKey, ...sealed, ...binding }
    const flip = (value: Uint8Array, at: number) =>
      Uint8Array.from(value, (byte, i) => (i === at ? byte ^ 1 : byte))

    for (let i = 0; i < sealed.enc.length; i++)
      await expect(openSealed({ ...message, enc: flip(sealed.enc, i) })).rejects.toEqual(refused)
    for (let i = 0; i < sealed.ciphertext.length; i++)
      await expect(
        openSealed({ ...message, ciphertext: flip(sealed.ciphertext, i) }),
      ).rejects.toEqual(refused)
    for (const change of [
      { info: text('recovery-share-v1') },
      { aad: text('wallet 2') },
      { recipientPrivateKey: stranger.privateKey },
      { recipientPrivateKey: pair.privateKey.slice(0, 32) },
    ])
      await expect(openSealed({ ...message, ...change })).rejects.toEqual(refused)
  })
})
