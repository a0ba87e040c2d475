import { split } from 'shamir-secret-sharing'
import { getRandomBytes } from 'shamir-secret-sharing/csprng'
import { ShareError } from './share-error.js'
import { wipe } from './wipe.js'

/** Every coordinate there is: all but 0, where the secret lies. */
const allCoordinates = 255

/**
 * Points of a polynomial that is drawn anew, any two of which restore the secret: y, then x in the last byte. The caller
 * wipes them.
 *
 * @throws ShareError `bad_randomness`.
 */
export async function drawPoints(secret: Uint8Array, count: number): Promise<Uint8Array[]> {
  let all: Uint8Array[] = []
  try {
    // The library's own first ones are some more likely than others, as it says: ours are any of all.
    all = await split(secret, allCoordinates, 2)
    const chosen = chooseEvenly(all, count)
    for (const point of chosen) checkPoint(point, secret)
    if (new Set(chosen.map((point) => point.at(-1))).size !== count)
      throw new ShareError('bad_randomness')
    return chosen.map((point) => Uint8Array.from(point))
  } finally {
    wipe(...all)
  }
}

function checkPoint(point: Uint8Array, secret: Uint8Array): void {
  if (!point.at(-1)) throw new ShareError('bad_randomness')
  // With one coefficient throughout, y ⊕ secret is a constant: the share would give the secret away.
  const differences = new Set(point.subarray(0, -1).map((byte, i) => byte ^ (secret[i] ?? 0)))
  if (differences.size === 1) throw new ShareError('bad_randomness')
}

/** So many of the list, any as likely as any other (the first steps of a Fisher–Yates shuffle). */
function chooseEvenly<T>(list: readonly T[], count: number): T[] {
  const rest = [...list]
  return Array.from({ length: count }, () => rest.splice(drawBelow(rest.length), 1)).flat()
}

/** A number of 0 … `limit` − 1 from the source of the coefficients; `limit` ≤ 256. */
function drawBelow(limit: number): number {
  // Bytes past the last whole multiple would make the small numbers likelier. 32 in a row mean a broken source.
  const byte = getRandomBytes(32).find((one) => one < 256 - (256 % limit))
  if (byte === undefined) throw new ShareError('bad_randomness')
  return byte % limit
}
