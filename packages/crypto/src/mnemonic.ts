import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from './bytes.js'
import type { Pbkdf2 } from './web-crypto.js'
import { wipe } from './wipe.js'

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
 * The 64-byte seed every chain derives its keys from (BIP-39, empty passphrase). The caller wipes it. The platform's own PBKDF2 takes a
 * seventh of the time that it takes in script, and first signatures and new wallets wait for it.
 *
 * @param entropy  16, 20, 24, 28 or 32 bytes.
 * @throws RangeError for any other length.
 */
export async function seedFromEntropy(entropy: Uint8Array, subtle: Pbkdf2): Promise<Bytes> {
  // English words are ASCII: BIP-39's NFKD would change nothing.
  const words = ascii(wordsFromEntropy(entropy))
  try {
    const key = await subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash: 'SHA-512', iterations: 2048 } as const
    const salt = ascii('mnemonic')
    return new Uint8Array(await subtle.deriveBits({ ...parameters, salt }, key, 512))
  } finally {
    wipe(words)
  }
}

const ascii = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0))

function checkLength(entropy: Uint8Array): void {
  if (entropy.length < 16 || entropy.length > 32 || entropy.length % 4 !== 0)
    throw new RangeError('Entropy has 16, 20, 24, 28 or 32 bytes')
}
