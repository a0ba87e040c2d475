import { HDKey } from '@scure/bip32'
import type { Bytes } from '../../bytes.js'
import { checkDerivation } from '../wallet-index.js'

const hardened = 0x80000000

/**
 * The private key at `m/44'/60'/0'/0/{index}` (BIP-44). The caller wipes it.
 *
 * @throws RangeError when the seed has not 64 bytes or the index is out of range.
 */
export function derivePrivateKey(seed: Uint8Array, index: number): Bytes {
  checkDerivation(seed, index)
  return deriveSecp256k1(seed, [hardened + 44, hardened + 60, hardened, 0, index])
}

/**
 * The private key at any path (BIP-32). The caller wipes it.
 *
 * @param path  Child indexes; hardened ones have 2³¹ added.
 * @remarks Nodes above it are wiped: an account key with its chain code would give every sibling away.
 */
export function deriveSecp256k1(seed: Uint8Array, path: readonly number[]): Bytes {
  let node = HDKey.fromMasterSeed(seed)
  try {
    for (const step of path) {
      const child = node.deriveChild(step)
      node.wipePrivateData()
      node = child
    }
    const { privateKey } = node
    if (!privateKey) throw new RangeError('No private key at this path')
    return Uint8Array.from(privateKey)
  } finally {
    node.wipePrivateData()
  }
}
