import { countLeadingZeroBits, workText } from './work.js'

/** Digests that are asked of the engine at once. */
const batch = 512
/** More than a server asks for. */
const mostBits = 22

/**
 * The value of the header that proves the work of a challenge; undefined for a challenge that no server of ours gives.
 *
 * @param challenge  `data.work` of a `too_many_requests`.
 * @param sha256  The digest of a text in UTF-8.
 */
export async function solveWork(
  challenge: unknown,
  sha256: (text: string) => Promise<ArrayBuffer>,
): Promise<string | undefined> {
  if (typeof challenge !== 'string') return undefined
  const bits = Number(challenge.split('.', 1)[0])
  if (!(bits >= 0 && bits <= mostBits)) return undefined
  for (let from = 0; ; from += batch) {
    const digests = await Promise.all(
      Array.from({ length: batch }, (_, i) => sha256(workText(challenge, String(from + i)))),
    )
    const at = digests.findIndex((each) => countLeadingZeroBits(new Uint8Array(each)) >= bits)
    if (at !== -1) return `${challenge}.${from + at}`
  }
}
