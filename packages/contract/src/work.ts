/* What a client computes where a budget that others share is used up (`too_many_requests` with `data.work`). */

/** The text whose SHA-256 has to begin with so many zero bits: the challenge's first number. */
export function workText(challenge: string, answer: string): string {
  return `sallyport work v1\n${challenge}\n${answer}`
}

/** How many bits of a digest are zero before the first that is not. */
export function countLeadingZeroBits(digest: Uint8Array): number {
  let bits = 0
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
