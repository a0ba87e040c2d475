import { headers, solveWork } from '@sallyport/contract'

/** A second request may take this long. */
const timeoutMs = 15_000

/**
 * A `fetch` that works where a server takes work in place of waiting, and asks again: strangers have used up the codes that an address
 * receives from browsers in which its user has not logged in.
 */
export function fetchWithWork(
  fetch: typeof globalThis.fetch,
  webCrypto: Crypto,
): typeof globalThis.fetch {
  const encoder = new TextEncoder()
  const sha256 = (text: string) => webCrypto.subtle.digest('SHA-256', encoder.encode(text))
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 429) return response
    const refusal: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const challenge = (refusal as { data?: { work?: unknown } } | null)?.data?.work
    const proof = await solveWork(challenge, sha256)
    if (proof === undefined) return response
    const proven = new Headers(init?.headers)
    proven.set(headers.workProof, proof)
    return fetch(input, { ...init, headers: proven, signal: AbortSignal.timeout(timeoutMs) })
  }
}
