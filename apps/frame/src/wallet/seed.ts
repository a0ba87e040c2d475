import { wipe } from '@sallyport/crypto'
import { wordsFromEntropy } from '@sallyport/crypto/mnemonic'

/**
 * The BIP-39 seed of `entropy` (empty passphrase), 64 bytes; the caller wipes it. The browser's own PBKDF2 takes a
 * fraction of the time it takes in script, and every signature waits for it.
 */
export async function seedOf(
  subtle: SubtleCrypto,
  entropy: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  // English words are ASCII: BIP-39's NFKD would change nothing.
  const words = encoder.encode(wordsFromEntropy(entropy))
  try {
    const key = await subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
    const salt = encoder.encode('mnemonic')
    const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }
    return new Uint8Array(await subtle.deriveBits(parameters, key, 512))
  } finally {
    wipe(words)
  }
}
