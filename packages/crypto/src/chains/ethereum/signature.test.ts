import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { hashMessage as viemHashMessage, recoverAddress as viemRecover } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../hex.js'
import {
  addressFromPrivateKey,
  addressFromPublicKey,
  checksumAddress,
  publicKeyOf,
} from './address.js'
import { ethereum } from './index.js'
import { hashMessage, signMessage } from './message.js'
import { recoverAddress, type SigningKey, signDigest, signHash } from './signature.js'
import { signTransaction } from './transaction.js'
import { signTypedData } from './typed-data.js'

type Vector = { privateKey: string; message: string; signature: string }
const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('../../../vectors/ecdsa-rfc6979.json', import.meta.url), 'utf8'),
)
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const privateKeys = fc
  .bigInt({ min: 1n, max: order - 1n })
  .map((scalar) => bytes(scalar.toString(16).padStart(64, '0')))
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = new Uint8Array(32).fill(7)

describe('signDigest', () => {
  test.each(vectors)('RFC 6979: $message', ({ privateKey, message, signature }) => {
    const digest = createHash('sha256').update(message).digest()

    const { r, s } = signDigest(bytes(privateKey), Uint8Array.from(digest))

    expect(Buffer.concat([r, s]).toString('hex')).toBe(signature)
  })

  test('error: refuses a digest of another length', () => {
    for (const length of [0, 31, 33])
      expect(() => signDigest(key, new Uint8Array(length))).toThrow(RangeError)
  })
})

describe('a public key at hand', () => {
  const price = { gasLimit: 21_000n, gasPrice: 1n, valueWei: 1n }
  const transaction = { type: 0, chainId: 1n, nonce: 0n, to: null, data: '0x00', ...price } as const
  const domain = { name: 'a' }
  const typedData = { types: {}, primaryType: 'EIP712Domain', domain, message: {} }

  test('gives the same signature, and a stranger’s gives none', () => {
    const digest = new Uint8Array(32).fill(9)
    const own = { privateKey: key, publicKey: publicKeyOf(key) }
    const strange = { privateKey: key, publicKey: publicKeyOf(new Uint8Array(32).fill(8)) }

    for (const sign of [
      (with_: SigningKey) => signHash(with_, digest),
      (with_: SigningKey) => signTransaction(with_, transaction),
      (with_: SigningKey) => signTypedData(with_, typedData),
    ]) {
      expect(sign(own)).toBe(sign(key))
      expect(() => sign(strange)).toThrow(expect.objectContaining({ name: 'SigningError' }))
    }
  })

  test('is the address’s, and is not computed again', () => {
    const publicKeyBytes = publicKeyOf(new Uint8Array(32).fill(8))

    expect(ethereum.address(key, publicKeyBytes)).toEqual({
      address: addressFromPublicKey(publicKeyBytes),
      publicKeyBytes,
    })
  })
})

describe('signHash', () => {
  test('CUS-18: is viem’s signature, low s, the same twice, and recovers to the key', async () => {
    await fc.assert(
      fc.asyncProperty(privateKeys, digests, async (privateKey, digest) => {
        const signature = signHash(privateKey, digest)

        expect(signature).toBe(
          await sign({ hash: toHex(digest), privateKey: toHex(privateKey), to: 'hex' }),
        )
        expect(signHash(privateKey, digest)).toBe(signature)
        expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(order / 2n)
        expect(recoverAddress(digest, signature)).toBe(addressFromPrivateKey(privateKey))
      }),
      { numRuns: 200 },
    )
  })

  test('CUS-18: uses another r for every message', () => {
    const digest = (i: number) => Uint8Array.from(createHash('sha256').update(String(i)).digest())
    const signatures = Array.from({ length: 500 }, (_, i) => signHash(key, digest(i)))

    expect(new Set(signatures.map((signature) => signature.slice(0, 66))).size).toBe(500)
  })
})

describe('recoverAddress', () => {
  test('agrees with viem for every v', async () => {
    const hash = hashMessage('hello')
    const rs = signHash(key, hash).slice(0, 130)

    for (const v of ['1b', '1c', '00', '01'] as const) {
      const signature = `${rs}${v}` as `0x${string}`
      const expected = await viemRecover({ hash: toHex(hash), signature })
      expect(recoverAddress(hash, signature)).toBe(expected)
    }
  })

  test('error: refuses a high s, which is the same signature in a second spelling', () => {
    const hash = hashMessage('hello')
    const signature = fromHex(signHash(key, hash))
    const s = order - BigInt(toHex(signature.slice(32, 64)))
    const high = Uint8Array.from(signature)
    high.set(bytes(s.toString(16).padStart(64, '0')), 32)
    high[64] = signature[64] === 27 ? 28 : 27

    expect(() => recoverAddress(hash, high)).toThrow('Not an Ethereum signature')
  })

  test('error: refuses other lengths, other v, and r or s out of range', () => {
    const hash = hashMessage('hello')
    const good = fromHex(signHash(key, hash))
    const change = (edit: (copy: Uint8Array) => void) => {
      const copy = Uint8Array.from(good)
      edit(copy)
      return copy
    }

    for (const bad of [
      good.slice(0, 64),
      Uint8Array.from([...good, 0]),
      change((copy) => copy.fill(29, 64)),
      change((copy) => copy.fill(0, 0, 32)),
      change((copy) => copy.fill(0, 32, 64)),
      change((copy) => copy.fill(255, 0, 32)),
    ])
      expect(() => recoverAddress(hash, bad)).toThrow(TypeError)
    expect(() => recoverAddress(new Uint8Array(31), good)).toThrow(RangeError)
  })
})

describe('checksumAddress', () => {
  // The examples of EIP-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('EIP-55: %s', (address) => {
    expect(checksumAddress(address.toLowerCase())).toBe(address)
    expect(checksumAddress(address)).toBe(address)
  })

  test('error: refuses what is not 20 bytes of hex', () => {
    for (const bad of [
      '',
      '0x',
      '0x00',
      `0x${'0'.repeat(42)}`,
      'f'.repeat(40),
      `0x${'g'.repeat(40)}`,
    ])
      expect(() => checksumAddress(bad)).toThrow(TypeError)
  })
})

describe('signMessage', () => {
  test('EIP-191: hashes as viem does, text and bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ maxLength: 300 }),
        (message, raw) => {
          expect(toHex(hashMessage(message))).toBe(viemHashMessage(message))
          expect(toHex(hashMessage(raw))).toBe(viemHashMessage({ raw }))
        },
      ),
    )
  })

  test('EIP-191: takes text that looks like hex for text', async () => {
    const account = privateKeyToAccount(toHex(key))
    expect(signMessage(key, '0xdeadbeef')).toBe(
      await account.signMessage({ message: '0xdeadbeef' }),
    )
    expect(signMessage(key, '0xdeadbeef')).not.toBe(signMessage(key, fromHex('0xdeadbeef')))
  })
})

describe('ethereum', () => {
  const proof = () => {
    const message = 'Prove that you control this wallet'
    return { ...ethereum.address(key), message, signature: ethereum.signProof(key, message) }
  }

  test('proves control of its address, in any spelling of it', () => {
    expect(ethereum.verifyProof(proof())).toBe(true)
    expect(ethereum.verifyProof({ ...proof(), address: proof().address.toLowerCase() })).toBe(true)
  })

  test('error: refuses another message, address or signature, and never throws', () => {
    const other = ethereum.address(new Uint8Array(32).fill(8)).address
    for (const change of [
      { message: 'other' },
      { address: other },
      { address: 'not an address' },
      { signature: new Uint8Array(65) },
      { signature: new Uint8Array() },
      { publicKey: '02'.repeat(33) },
    ])
      expect(ethereum.verifyProof({ ...proof(), ...change })).toBe(false)
  })
})
