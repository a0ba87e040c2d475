import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from './bytes.js'

/**
 * The 12 to 24 English words of a root (BIP-39).
 *
 * @param entropy  16, 20, 24, 28 or 32 bytes.
 * @throws RangeError for any other length.
 * @remarks A string cannot be wiped: call it for export only.
 */
export function wordsFromEntropy(entropy: Uint8Array): string {
  checkLength(entropy)
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The 64-byte seed every chain derives its keys from (BIP-39, empty passphrase). The caller wipes it.
 *
 * @param entropy  16, 20, 24, 28 or 32 bytes.
 */
export async function seedFromEntropy(entropy: Uint8Array): Promise<Bytes> {
  checkLength(entropy)
  return Uint8Array.from(await mnemonicToSeed(entropyToMnemonic(entropy, wordlist)))
}

function checkLength(entropy: Uint8Array): void {
  if (entropy.length < 16 || entropy.length > 32 || entropy.length % 4 !== 0)
    throw new RangeError('Entropy has 16, 20, 24, 28 or 32 bytes')
}
