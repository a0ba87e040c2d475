import { HDKey } from '@scure/bip32'
import type { Bytes } from '../bytes.js'

/** Added to a child index to harden it (BIP-32). */
export const hardened = 0x80000000

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
