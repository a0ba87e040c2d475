import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { canonicalJson } from './canonical-json.js'

/** Who has to sign a request: so many of its members, each of which counts once. */
export interface Quorum {
  /** P-256 keys, SPKI in base64. */
  keys: readonly string[]
  /** A quorum inside counts as one member once its own threshold is met. None of them has quorums inside. */
  quorums?: readonly Omit<Quorum, 'quorums'>[]
  threshold: number
}

/**
 * How far ahead a request may end, in milliseconds: the longest that a public client names by itself (wire.md 38). A request that was signed for good
 * could be sent whenever a thief likes.
 */
const farthestExpiryMs = 72 * 3_600_000

/** What a request is held against. */
interface Demand {
  appId: string
  /** One of them is enough. With none, no signature is asked for: such a wallet is as safe as the app's secret. */
  quorums: readonly Quorum[]
  nowMs: number
}

/**
 * Passes when the members of one of the quorums have signed this request (wire.md 25): for this app, before it expires.
 *
 * @returns The hash of what they signed, which names the request: the same for each form that one signature is good for.
 * @throws CallRefused `wrong_signature`.
 */
export function authorize(request: AuthorizedRequest, { appId, quorums, nowMs }: Demand): Buffer {
  const { headers } = request
  const expiry = headers['privy-request-expiry']
  if (headers['privy-app-id'] !== appId) throw refused('The request names another app')
  if (expiry !== undefined && !isAhead(expiry, nowMs)) throw refused('The request has expired')
  const payloads = payloadsOf(request)
  const isSigned = (key: KeyObject) =>
    request.signatures.some((signature) =>
      payloads.some((payload) => verify('sha256', payload, key, Buffer.from(signature, 'base64'))),
    )
  if (quorums.length > 0 && !quorums.some((quorum) => isMet(quorum, isSigned)))
    throw refused('Too few authorization keys have signed')
  return nameOf(request)
}

/** The API can hand over a URL with one slash where two were signed; that makes no other request of it. */
function nameOf({ url, ...request }: AuthorizedRequest): Buffer {
  const oneSlash = url.replace(/^(https?:\/\/[^/]+)\/\/(?!\/)/, '$1/')
  const [payload = ''] = payloadsOf({ ...request, url: oneSlash })
  return createHash('sha256').update(payload).digest()
}

function isAhead(expiry: string, nowMs: number): boolean {
  const aheadMs = Number(expiry) - nowMs
  return /^\d+$/.test(expiry) && aheadMs > 0 && aheadMs <= farthestExpiryMs
}

/**
 * Keys, each once however it is written.
 *
 * @throws CallRefused `invalid_request` when one is not a P-256 key, or is there twice.
 */
export function readKeys(written: readonly string[]): KeyObject[] {
  const keys = written.map(readKey)
  const spellings = new Set(keys.map((key) => JSON.stringify(key.export({ format: 'jwk' }))))
  if (spellings.size !== keys.length)
    throw new CallRefused('invalid_request', new Error('A key is there twice'))
  return keys
}

/**
 * Refuses a quorum of keys that can never be met.
 *
 * @throws CallRefused `invalid_request`, also for what is not a P-256 key.
 */
export function requireKeyQuorum({ keys, threshold }: Pick<Quorum, 'keys' | 'threshold'>): void {
  if (threshold < 1 || threshold > readKeys(keys).length)
    throw new CallRefused('invalid_request', new Error('The threshold is not one of its keys'))
}

function isMet(quorum: Quorum, isSigned: (key: KeyObject) => boolean): boolean {
  const { keys: written, quorums = [], threshold } = quorum
  const keys = readKeys(written).filter(isSigned)
  const inside = quorums.filter((each) => isMet(each, isSigned))
  return keys.length + inside.length >= threshold
}

/**
 * The bytes that clients sign for a request; the first names it. An empty body is signed as it is or as an empty text, and a client
 * whose base URL ends with a slash signs two of them after the host (wire.md 25, 38).
 */
function payloadsOf({ method = 'POST', url, body, headers }: AuthorizedRequest): Buffer[] {
  const bodies = Object.keys(body).length === 0 ? [body, ''] : [body]
  const urls = [url, url.replace(/^(https?:\/\/[^/]+)\/(?!\/)/, '$1//')]
  return urls.flatMap((each) =>
    bodies.map((sent) =>
      Buffer.from(canonicalJson({ version: 1, method, url: each, body: sent, headers })),
    ),
  )
}

function readKey(spki: string): KeyObject {
  try {
    const der = Buffer.from(spki, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Refused below, as a key of another kind.
  }
  throw new CallRefused('invalid_request', new Error('Not a P-256 key'))
}

function refused(reason: string): CallRefused {
  return new CallRefused('wrong_signature', new Error(reason))
}
