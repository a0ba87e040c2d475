import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from './bytes.js'

/**
 * The 12 or 24 English words of a root (BIP-39).
 *
 * @param entropy  16 or 32 bytes.
 * @throws RangeError for any other length.
 * @remarks A string cannot be wiped: call it for export only.
 */
export function wordsFromEntropy(entropy: Uint8Array): string {
  checkLength(entropy)
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The entropy that 12 or 24 English words stand for. Case and spacing are forgiven, the checksum is not.
 *
 * @throws TypeError when a word or the checksum is wrong; the words are not repeated in the message.
 */
export function entropyFromWords(words: string): Bytes {
  let entropy: Uint8Array
  try {
    entropy = mnemonicToEntropy(words.trim().toLowerCase().split(/\s+/).join(' '), wordlist)
  } catch {
    // The cause is dropped on purpose: it may quote the words.
    throw new TypeError('Not a valid recovery phrase')
  }
  if (entropy.length !== 16 && entropy.length !== 32)
    throw new TypeError('A recovery phrase has 12 or 24 words')
  return Uint8Array.from(entropy)
}

/**
 * The 64-byte seed every chain derives its keys from (BIP-39, empty passphrase). The caller wipes it.
 *
 * @param entropy  16 or 32 bytes.
 */
export async function seedFromEntropy(entropy: Uint8Array): Promise<Bytes> {
  checkLength(entropy)
  return Uint8Array.from(await mnemonicToSeed(entropyToMnemonic(entropy, wordlist)))
}

function checkLength(entropy: Uint8Array): void {
  if (entropy.length !== 16 && entropy.length !== 32)
    throw new RangeError('Entropy has 16 or 32 bytes')
}
