/* Loaded when a server asks for work in place of refusing a call. */
import { countLeadingZeroBits, headers, isApiError, workText } from '@sallyport/contract'

/** Digests that are asked of the engine at once. */
const batch = 512
/** More than a server asks for. */
const mostBits = 22

/**
 * The header of a call that a server refused because others have used up what an address can receive: the answer to its challenge.
 *
 * @throws `error` where it carries no challenge.
 */
export async function solveWork(error: unknown): Promise<Record<string, string>> {
  const challenge = isApiError(error) ? error.data?.work : undefined
  if (typeof challenge !== 'string') throw error
  const bits = Number(challenge.split('.', 1)[0])
  if (!(bits >= 0 && bits <= mostBits)) throw error
  for (let from = 0; ; from += batch) {
    const found = await search(challenge, { bits, from })
    if (found !== undefined) return { [headers.workProof]: `${challenge}.${found}` }
  }
}

async function search(
  challenge: string,
  { bits, from }: { bits: number; from: number },
): Promise<number | undefined> {
  const encoder = new TextEncoder()
  const digests = await Promise.all(
    Array.from({ length: batch }, (_, i) =>
      crypto.subtle.digest('SHA-256', encoder.encode(workText(challenge, String(from + i)))),
    ),
  )
  const at = digests.findIndex((each) => countLeadingZeroBits(new Uint8Array(each)) >= bits)
  return at === -1 ? undefined : from + at
}
