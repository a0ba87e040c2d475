import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { concat } from '../../bytes.js'
import { wipe } from '../../wipe.js'

const mainnet = 0x80
/** The key's public key is written compressed. */
const compressed = 1

/** A private key as wallets import it (WIF). A string can't be wiped: call it to show the key only. */
export function writePrivateKey(privateKey: Uint8Array): string {
  const bytes = concat(Uint8Array.of(mainnet), privateKey, Uint8Array.of(compressed))
  try {
    return createBase58check(sha256).encode(bytes)
  } finally {
    wipe(bytes)
  }
}
