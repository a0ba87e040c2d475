import type { Bytes } from '../../bytes.js'
import { deriveSecp256k1, hardened } from '../derive-secp256k1.js'
import { checkDerivation } from '../wallet-index.js'

/**
 * The private key at `m/44'/60'/0'/0/{index}` (BIP-44). The caller wipes it.
 *
 * @throws RangeError when the seed has not 64 bytes or the index is out of range.
 */
export function derivePrivateKey(seed: Uint8Array, index: number): Bytes {
  checkDerivation(seed, index)
  return deriveSecp256k1(seed, [hardened + 44, hardened + 60, hardened, 0, index])
}
