/**
 * The first answer to be found for one of the hashes that a token may be stored under, asked in turn. While one key is in
 * use, and for nearly every token while two are, the first one is right.
 */
export async function firstFound<T>(
  hashes: readonly Uint8Array[],
  find: (hash: Uint8Array) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const hash of hashes) {
    const found = await find(hash)
    if (found !== undefined) return found
  }
  return undefined
}
