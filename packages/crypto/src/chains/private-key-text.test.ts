import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase58, toBase58 } from '../base58.js'
import * as bitcoin from './bitcoin/index.js'
import * as ethereum from './ethereum/index.js'
import * as solana from './solana/index.js'

const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

describe('private keys as text', () => {
  test('of Ethereum go there and back, with and without 0x', () => {
    const text = `0x${'4c'.repeat(32)}` as const
    for (const given of [text, text.slice(2), text.toUpperCase().replace('0X', '0x')]) {
      expect(ethereum.writePrivateKey(ethereum.readPrivateKey(given))).toBe(text)
    }
  })

  test('of Solana go there and back, as pair and as seed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const text = solana.writePrivateKey(seed)
        expect(fromBase58(text)).toHaveLength(64)
        expect(solana.readPrivateKey(text)).toEqual(seed)
        expect(solana.readPrivateKey(toBase58(seed))).toEqual(seed)
      }),
      { numRuns: 20 },
    )
  })

  // Vector of the Bitcoin wiki's page on the format, with the mark of a compressed key.
  test('of Bitcoin are written as WIF', () => {
    const key = ethereum.fromHex(
      '0x0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d',
    )
    expect(bitcoin.writePrivateKey(key)).toBe(
      'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    )
  })

  test.each(['', '0x', 'zz'.repeat(32), `0x${'00'.repeat(32)}`, `0x${order}`, 'a'.repeat(63)])(
    'error: %j is not a key of Ethereum, and the error does not repeat it',
    (text) => {
      expect(() => ethereum.readPrivateKey(text)).toThrow(/^Not a private key$/)
    },
  )

  test('error: a pair of Solana whose halves do not belong together is refused', () => {
    const pair = fromBase58(solana.writePrivateKey(new Uint8Array(32).fill(7)))
    pair[40] = (pair[40] ?? 0) ^ 1
    for (const text of [toBase58(pair), toBase58(pair.slice(0, 40)), '0OIl', '1'.repeat(200), '']) {
      expect(() => solana.readPrivateKey(text)).toThrow(/^Not a private key$/)
    }
  })
})
