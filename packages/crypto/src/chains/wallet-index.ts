/**
 * Returns when `index` can be a derivation index and `seed` a BIP-39 seed.
 *
 * @throws RangeError when `index` is not an integer 0 … 2³¹ − 1, or `seed` has not 64 bytes.
 */
export function checkDerivation(seed: Uint8Array, index: number): void {
  if (!Number.isInteger(index) || index < 0 || index > 0x7fffffff)
    throw new RangeError('A wallet index is an integer from 0 to 2147483647')
  if (seed.length !== 64) throw new RangeError('A BIP-39 seed has 64 bytes')
}
