import { canNameWalletKey, headers, solveWork } from '@sallyport/contract'

/** A second request may take this long. */
const timeoutMs = 15_000

/** What a page that logs in can prove. */
interface Proofs {
  webCrypto: Crypto
  /** The registered key of this page that a login's grant is bound to, where the browser keeps no cookies. */
  nameKey(): Promise<string>
}

/**
 * A `fetch` that asks again with what the server wants to see first: a key for the grant of the login, where the browser keeps no cookie
 * (Safari keeps none of `http://localhost`); or work in place of waiting, where strangers have used up the codes that an address receives
 * from browsers in which its user has not logged in.
 */
export function fetchWithProofs(
  fetch: typeof globalThis.fetch,
  proofs: Proofs,
): typeof globalThis.fetch {
  return async (input, init) => {
    const sent = new Headers(init?.headers)
    sent.set(headers.walletKey, canNameWalletKey)
    const response = await fetch(input, { ...init, headers: sent })
    if (response.ok) return response
    const proof = await proofFor(await readRefusal(response), proofs)
    if (proof === undefined) return response
    sent.set(...proof)
    return fetch(input, { ...init, headers: sent, signal: AbortSignal.timeout(timeoutMs) })
  }
}

interface Refusal {
  code?: unknown
  data?: { work?: unknown } | null
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  // Whatever it is, reading a property of it is safe.
  return (body ?? {}) as Refusal
}

/** The header that helps against a refusal; undefined where none does. */
async function proofFor(
  { code, data }: Refusal,
  { webCrypto, nameKey }: Proofs,
): Promise<[name: string, value: string] | undefined> {
  if (code === 'wallet_key_required') return [headers.walletKey, await nameKey()]
  const encoder = new TextEncoder()
  const work = await solveWork(data?.work, (text) =>
    webCrypto.subtle.digest('SHA-256', encoder.encode(text)),
  )
  return work === undefined ? undefined : [headers.workProof, work]
}
