import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { asciiBytes, type Bytes, concat } from '../../bytes.js'
import { wipe } from '../../wipe.js'

const hardened = 0x80000000

/**
 * The ed25519 private key at a path of hardened steps (SLIP-10). The caller wipes it.
 *
 * @param seed  16–64 bytes.
 * @param path  Indexes without the hardening bit, 0 … 2³¹ − 1; ed25519 knows hardened steps only.
 */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Bytes {
  if (seed.length < 16 || seed.length > 64) throw new RangeError('A seed has 16 to 64 bytes')
  if (path.some((index) => !Number.isInteger(index) || index < 0 || index >= hardened))
    throw new RangeError('A path index is an integer from 0 to 2147483647')
  let node = hmac(sha512, asciiBytes('ed25519 seed') ?? new Uint8Array(), seed)
  for (const index of path) {
    const step = new Uint8Array(4)
    new DataView(step.buffer).setUint32(0, hardened + index)
    const input = concat(Uint8Array.of(0), node.subarray(0, 32), step)
    const child = hmac(sha512, node.subarray(32), input)
    wipe(node, input)
    node = child
  }
  const privateKey = Uint8Array.from(node.subarray(0, 32))
  wipe(node)
  return privateKey
}
