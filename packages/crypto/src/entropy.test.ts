import { webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Bytes } from './bytes.js'
import { newEntropy } from './entropy.js'
import type { WebCryptoLike } from './web-crypto.js'

const source = (fill: (array: Bytes) => void) => ({
  getRandomValues: (array: Bytes) => {
    fill(array)
    return array
  },
})

describe('newEntropy', () => {
  test('gives 128 bits, or 256 when asked, different each time', () => {
    const drawn = Array.from({ length: 64 }, () => newEntropy(webcrypto))

    expect(drawn.every((entropy) => entropy.length === 16)).toBe(true)
    expect(new Set(drawn.map((entropy) => entropy.join())).size).toBe(64)
    expect(newEntropy(webcrypto, { bits: 256 })).toHaveLength(32)
  })

  test('takes the browser’s crypto object, by its type too', () => {
    const browser: WebCryptoLike = globalThis.crypto
    expect(newEntropy(browser)).toHaveLength(16)
  })

  test('error: CUS-05 passes on what the random source throws', () => {
    const broken = source(() => {
      throw new Error('entropy pool closed')
    })

    expect(() => newEntropy(broken)).toThrow('entropy pool closed')
  })

  test('error: CUS-05 refuses a source that answers zeros, or one byte throughout', () => {
    expect(() => newEntropy(source(() => {}))).toThrow(
      expect.objectContaining({ name: 'RandomError' }),
    )
    let byte = 0
    const still = source((array) => array.fill(++byte))
    expect(() => newEntropy(still)).toThrow(expect.objectContaining({ name: 'RandomError' }))
  })

  test('error: CUS-05 refuses a source that repeats itself', () => {
    const repeating = source((array) => array.set(array.map((_, i) => i)))

    expect(() => newEntropy(repeating)).toThrow(expect.objectContaining({ name: 'RandomError' }))
  })

  test('error: refuses a source that answers another length', () => {
    const short = { getRandomValues: () => Uint8Array.from({ length: 8 }, (_, i) => i) }

    expect(() => newEntropy(short)).toThrow(expect.objectContaining({ name: 'RandomError' }))
  })
})
