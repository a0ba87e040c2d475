import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from './bytes.js'
import { wordsFromEntropy } from './mnemonic.js'
import { wipe } from './wipe.js'

/* Apart from `mnemonic.ts`, which every signature loads: only an import reads a phrase. */

const bitsOfWord = 11

/**
 * The entropy that 12, 15, 18, 21 or 24 English words stand for. Case and spacing are forgiven, the checksum is not: the words
 * must be those that the entropy gives.
 *
 * @throws TypeError when a word or the checksum is wrong; the words are not repeated in the message.
 */
export function entropyFromWords(words: string): Bytes {
  const spelled = words.normalize('NFKD').trim().toLowerCase().split(/\s+/)
  const entropy = decode(spelled)
  if (entropy && wordsFromEntropy(entropy) === spelled.join(' ')) return entropy
  wipe(entropy)
  throw new TypeError('Not a valid recovery phrase')
}

/** The bits of the words without the checksum at their end, one bit for every 32 of entropy (BIP-39). */
function decode(words: readonly string[]): Bytes | undefined {
  if (words.length < 12 || words.length > 24 || words.length % 3 !== 0) return undefined
  const indexes = words.map((word) => wordlist.indexOf(word))
  if (indexes.includes(-1)) return undefined
  const entropy = new Uint8Array((words.length / 3) * 4)
  for (let bit = 0; bit < entropy.length * 8; bit++) {
    const index = indexes[Math.floor(bit / bitsOfWord)] ?? 0
    const isSet = (index >> (bitsOfWord - 1 - (bit % bitsOfWord))) & 1
    const at = bit >> 3
    entropy[at] = (entropy[at] ?? 0) | (isSet << (7 - (bit & 7)))
  }
  return entropy
}
