import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { base58 } from '@scure/base'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedFromEntropy } from '../../mnemonic.js'
import { entropyFromWords } from '../../phrase.js'
import { loadChain } from '../index.js'
import { solana } from './index.js'
import { addressFromPrivateKey, signMessage, verify } from './signature.js'
import { deriveEd25519 } from './slip10.js'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8'))
const derivations: { seed: string; path: number[]; privateKey: string; publicKey: string }[] =
  read('slip10-ed25519')
const signatures: { privateKey: string; publicKey: string; message: string; signature: string }[] =
  read('ed25519-rfc8032')
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex')
const key = new Uint8Array(32).fill(7)
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
/** The same key for node:crypto (PKCS#8, RFC 8410). */
const nodeKey = (seed: Uint8Array) =>
  createPrivateKey({
    key: Buffer.concat([bytes('302e020100300506032b657004220420'), seed]),
    format: 'der',
    type: 'pkcs8',
  })

describe('deriveEd25519', () => {
  test.each(derivations)('SLIP-10: $path of $seed', ({ seed, path, privateKey, publicKey }) => {
    const derived = deriveEd25519(bytes(seed), path)

    expect(hex(derived)).toBe(privateKey)
    const spki = createPublicKey(nodeKey(derived)).export({ format: 'der', type: 'spki' })
    expect(hex(spki.subarray(-32))).toBe(publicKey)
  })

  test('error: refuses an index that is not hardened’s own, and a seed of another length', () => {
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => deriveEd25519(new Uint8Array(64), [index])).toThrow(RangeError)
    expect(() => deriveEd25519(new Uint8Array(15), [])).toThrow(RangeError)
  })
})

describe('solana', () => {
  test('derives m/44’/501’/index’/0’ of the well-known development phrase', async () => {
    const words = 'test test test test test test test test test test test junk'
    const seed = await seedFromEntropy(entropyFromWords(words), crypto.subtle)

    const derived = solana.derivePrivateKey(seed, 0)

    expect(solana.address(derived).address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    expect(hex(derived)).toBe(hex(deriveEd25519(seed, [44, 501, 0, 0])))
    expect(solana.derivePrivateKey(seed, 1)).not.toEqual(derived)
  })

  test('has the address @solana/kit has', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (privateKey) => {
        const signer = await createKeyPairSignerFromPrivateKeyBytes(privateKey)
        expect(addressFromPrivateKey(privateKey)).toBe(signer.address)
      }),
      { numRuns: 50 },
    )
  })

  test('proves control of its address', async () => {
    const loaded = await loadChain.solana()
    const signature = loaded.signProof(key, 'grüße')
    const { address } = loaded.address(key)

    expect(loaded).toBe(solana)
    expect(loaded.verifyProof({ address, message: 'grüße', signature })).toBe(true)
    expect(loaded.verifyProof({ address, publicKey: address, message: 'grüße', signature })).toBe(
      true,
    )
  })

  test('error: refuses another message, address, key or signature, and never throws', () => {
    const proof = { ...solana.address(key), message: 'm', signature: solana.signProof(key, 'm') }
    const other = solana.address(new Uint8Array(32).fill(8)).address
    for (const change of [
      { message: 'n' },
      { address: other },
      { address: '0OIl' },
      { address: '' },
      { publicKey: other },
      { signature: new Uint8Array(64) },
      { signature: new Uint8Array(63) },
    ])
      expect(solana.verifyProof({ ...proof, ...change })).toBe(false)
  })

  test('error: refuses an index out of range and a seed of another length', () => {
    expect(() => solana.derivePrivateKey(new Uint8Array(64), 2 ** 31)).toThrow(RangeError)
    expect(() => solana.derivePrivateKey(new Uint8Array(63), 0)).toThrow(RangeError)
  })
})

describe('signMessage', () => {
  test.each(signatures)(
    'RFC 8032: message $message',
    ({ privateKey, publicKey, message, signature }) => {
      expect(addressFromPrivateKey(bytes(privateKey))).toBe(base58.encode(bytes(publicKey)))
      expect(hex(signMessage(bytes(privateKey), bytes(message)))).toBe(signature)
    },
  )

  test('signs as Node does', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 300 }), (privateKey, message) => {
        const signature = signMessage(privateKey, message)
        expect(hex(signature)).toBe(sign(null, message, nodeKey(privateKey)).toString('hex'))
        expect(verify({ address: addressFromPrivateKey(privateKey), message, signature })).toBe(
          true,
        )
      }),
    )
  })
})

describe('verify', () => {
  test('error: refuses every key of small order, for which one signature fits all messages', () => {
    // The eight points of small order (canonical encodings), as in libsodium's block list.
    const smallOrder = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000000',
      '0000000000000000000000000000000000000000000000000000000000000080',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    ]
    for (const point of smallOrder)
      for (const r of smallOrder)
        for (let i = 0; i < 8; i++) {
          const signature = Uint8Array.from([...bytes(r), ...new Uint8Array(32)])
          const message = Uint8Array.of(i)
          expect(verify({ address: base58.encode(bytes(point)), message, signature })).toBe(false)
        }
  })

  test('error: refuses s above the group order, the same signature in a second spelling', () => {
    const order = (1n << 252n) + 27742317777372353535851937790883648493n
    const message = Uint8Array.of(1)
    const signature = signMessage(key, message)
    let s = BigInt(`0x${hex(signature.slice(32).reverse())}`) + order
    const second = Uint8Array.from(signature)
    for (let i = 32; i < 64; i++, s >>= 8n) second[i] = Number(s & 0xffn)

    const address = addressFromPrivateKey(key)
    expect(verify({ address, message, signature })).toBe(true)
    expect(verify({ address, message, signature: second })).toBe(false)
  })
})
