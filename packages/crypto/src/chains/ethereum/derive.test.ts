import { readFileSync } from 'node:fs'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58check } from '@scure/base'
import fc from 'fast-check'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { seedFromEntropy } from '../../mnemonic.js'
import { entropyFromWords } from '../../phrase.js'
import { deriveSecp256k1 } from '../derive-secp256k1.js'
import { addressFromPrivateKey } from './address.js'
import { derivePrivateKey } from './derive.js'

type Vector = { seed: string; path: string; xprv: string }
const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('../../../vectors/bip32.json', import.meta.url), 'utf8'),
)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('deriveSecp256k1', () => {
  test.each(vectors)('BIP-32: $path of $seed', ({ seed, path, xprv }) => {
    const steps = path
      .split('/')
      .slice(1)
      .map((step) => Number.parseInt(step, 10) + (step.endsWith('H') ? 0x80000000 : 0))

    const derived = deriveSecp256k1(Uint8Array.from(Buffer.from(seed, 'hex')), steps)

    // Version 4, depth 1, fingerprint 4, index 4, chain code 32, then a zero byte and the key.
    expect(hex(derived)).toBe(hex(base58check(sha256).decode(xprv).slice(46)))
  })
})

describe('derivePrivateKey', () => {
  test('gives the well-known development accounts', async () => {
    const words = 'test test test test test test test test test test test junk'
    const seed = await seedFromEntropy(entropyFromWords(words), crypto.subtle)

    expect([0, 1, 2].map((index) => addressFromPrivateKey(derivePrivateKey(seed, index)))).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
  })

  test('agrees with viem for any seed and index', () => {
    const seeds = fc.uint8Array({ minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(seeds, fc.nat(0x7fffffff), (seed, index) => {
        const account = hdKeyToAccount(HDKey.fromMasterSeed(seed), { addressIndex: index })
        expect(addressFromPrivateKey(derivePrivateKey(seed, index))).toBe(account.address)
      }),
      { numRuns: 50 },
    )
  })

  test('error: refuses an index out of range and a seed of another length', () => {
    for (const index of [-1, 0.5, Number.NaN, 2 ** 31])
      expect(() => derivePrivateKey(new Uint8Array(64), index)).toThrow(RangeError)
    expect(() => derivePrivateKey(new Uint8Array(32), 0)).toThrow(RangeError)
  })
})
