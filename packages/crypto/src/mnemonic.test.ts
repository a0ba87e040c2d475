import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedFromEntropy, wordsFromEntropy } from './mnemonic.js'
import { entropyFromWords } from './phrase.js'

type Vector = { entropy: string; words: string; trezorSeed: string }
const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('../vectors/bip39.json', import.meta.url), 'utf8'),
)
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
/** BIP-39 seed by another implementation. */
const seed = (words: string, passphrase: string) =>
  pbkdf2Sync(words.normalize('NFKD'), `mnemonic${passphrase}`, 2048, 64, 'sha512').toString('hex')

describe('mnemonic', () => {
  test.each(vectors)('BIP-39: $entropy', async ({ entropy, words, trezorSeed }) => {
    expect(wordsFromEntropy(bytes(entropy))).toBe(words)
    expect(entropyFromWords(words)).toEqual(bytes(entropy))
    // The published seeds have a passphrase and ours have none: the reference is checked first, then used.
    expect(seed(words, 'TREZOR')).toBe(trezorSeed)
    expect(Buffer.from(await seedFromEntropy(bytes(entropy), crypto.subtle)).toString('hex')).toBe(
      seed(words, ''),
    )
  })

  test('goes there and back for entropy of every length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(16, 20, 24, 28, 32),
        fc.infiniteStream(fc.nat(255)),
        (length, stream) => {
          const entropy = Uint8Array.from([...stream.take(length)])
          expect(entropyFromWords(wordsFromEntropy(entropy))).toEqual(entropy)
        },
      ),
    )
  })

  test('forgives case and spacing', () => {
    const words = ' Test test TEST test test test test\n test test test  test junk '
    expect(wordsFromEntropy(entropyFromWords(words))).toBe(`${'test '.repeat(11)}junk`)
  })

  test('error: refuses a wrong checksum, a strange word and another count, and repeats none of it', () => {
    for (const words of [
      'test '.repeat(12),
      `${'test '.repeat(11)}sallyport`,
      'test',
      '',
      'test '.repeat(13),
    ])
      expect(() => entropyFromWords(words)).toThrow(/^Not a valid recovery phrase$/)
  })

  test('error: refuses entropy of another length', async () => {
    expect(() => wordsFromEntropy(new Uint8Array(18))).toThrow(RangeError)
    await expect(seedFromEntropy(new Uint8Array(36), crypto.subtle)).rejects.toThrow(RangeError)
  })
})
