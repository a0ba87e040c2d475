import { createHash } from 'node:crypto'
import { type SignedPayload, signedPayload } from '@sallyport/contract/wallet-api'
import { readCanonicalJson } from './canonical-json.js'
import { countVotes, type Quorum } from './count-votes.js'

/** The call that a request has to be. */
interface ExpectedCall {
  appId: string
  method: SignedPayload['method']
  /** After the prefix, such as `/wallets/<id>/rpc`: it names the resource. */
  path: string
  nowMs: number
  /** How far ahead a request may expire. By default 72 hours and five minutes: what clients send for intents. */
  mostAheadMs?: number
}

/** A request whose quorum has signed it, or why it is not one. */
export type Authorization =
  | {
      isAuthorized: true
      payload: SignedPayload
      /** Keys that have signed, each once. */
      keyIds: readonly string[]
      /** SHA-256 of what was signed: it names the request. */
      digest: Uint8Array
    }
  | { isAuthorized: false; code: 'invalid_data' | 'missing_or_invalid_token'; message: string }

const defaultAheadMs = (72 * 60 + 5) * 60_000

/**
 * Whether a quorum has signed a request. The request is its bytes: what they say is what was signed, and nothing that comes beside them
 * counts.
 *
 * @param signatures  DER in base64. What is not a signature of a member is skipped.
 * @param requestBytes  The RFC 8785 form of version, method, url, body and headers.
 */
export function authorizeQuorum(
  quorum: Quorum,
  { signatures, requestBytes }: { signatures: readonly string[]; requestBytes: Uint8Array },
  expected: ExpectedCall,
): Authorization {
  const read = readCanonicalJson(requestBytes)
  if (!read) return invalid('The signed request is not canonical JSON (RFC 8785)')
  const parsed = signedPayload.safeParse(read.value)
  if (!parsed.success) return invalid('The signed request has another form')
  const problem = problemOf(parsed.data, expected)
  if (problem !== undefined) return invalid(problem)
  const given = signatures.filter((each) => each !== '')
  if (given.length === 0) return unsigned('The request has no authorization signature')
  const votes = countVotes(quorum, {
    payload: requestBytes,
    signatures: given,
    nowMs: expected.nowMs,
  })
  // A quorum without members authorizes nothing, whatever its threshold.
  if (votes.needed < 1 || votes.cast < votes.needed)
    return unsigned(
      `The request is signed by ${votes.cast} of the ${votes.needed} members that have to sign it`,
    )
  const digest = createHash('sha256').update(requestBytes).digest()
  return { isAuthorized: true, payload: parsed.data, keyIds: votes.keyIds, digest }
}

function problemOf(
  { method, url, headers }: SignedPayload,
  { appId, method: expectedMethod, path, nowMs, mostAheadMs = defaultAheadMs }: ExpectedCall,
): string | undefined {
  if (headers['privy-app-id'] !== appId) return 'The signed request names another app'
  if (method !== expectedMethod) return 'The signed request has another method'
  if (!isUrlOf(url, path)) return 'The signed request is for another URL'
  const expiry = headers['privy-request-expiry']
  if (expiry === undefined) return undefined
  if (!/^\d{1,16}$/.test(expiry)) return 'privy-request-expiry must be Unix milliseconds'
  if (Number(expiry) <= nowMs) return 'The request has expired'
  return Number(expiry) > nowMs + mostAheadMs ? 'privy-request-expiry is too far ahead' : undefined
}

/**
 * Whether a URL is the one of a path under `/v1` or `/api/v1` of some origin. A client with a slash at the end of its base URL signs two of
 * them (wire reference §38).
 */
function isUrlOf(url: string, path: string): boolean {
  if (!url.endsWith(path)) return false
  const [, prefix = ''] =
    /^https?:\/\/[^/?#@\s]+(\/[\w./-]*)$/.exec(url.slice(0, -path.length)) ?? []
  return prefix.endsWith('/v1') && !prefix.includes('..')
}

function invalid(message: string): Authorization {
  return { isAuthorized: false, code: 'invalid_data', message }
}

function unsigned(message: string): Authorization {
  return { isAuthorized: false, code: 'missing_or_invalid_token', message }
}
