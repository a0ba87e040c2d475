import { createHash } from 'node:crypto'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { ExplainedRefusal, invalid } from '../refusals.js'
import { canonicalJson, isPlainJson } from './canonical-json.js'
import { countVotes, type Quorum, type Votes } from './count-votes.js'
import { expiryOf } from './expiry.js'
import { readPublicKey } from './public-key.js'
import type { GovernedAct } from './roles.js'

/**
 * How far ahead a request may end: the 72 hours that clients send for intents (wire.md 38), with five minutes for their clocks. A request that was signed for good
 * could be sent whenever a thief likes.
 */
export const farthestExpiryMs = (72 * 60 + 5) * 60_000

const expiryHeader = 'privy-request-expiry'
const yearMs = 366 * 86_400_000

/** What a request is held against. */
interface Demand {
  appId: string
  /** One of them is enough. With none, no signature is asked for: such a thing is as safe as the app's secret. */
  quorums: readonly Quorum[]
  nowMs: number
  /** What the request does: keys with a role may not do everything. By default it signs. */
  act?: GovernedAct
  /** Whether its time may be over: it was signed for in time before. */
  isLate?: boolean
}

/** A request whose quorum has signed it. */
export interface Authorization {
  /** SHA-256 of the signed bytes: it names the request. */
  digest: Buffer
  /** The keys that have signed, each once. */
  keyIds: readonly string[]
  /** The members that have signed, each once: what limits of one key add up over. */
  voters: readonly string[]
  /** Which of the quorums has signed; null where none was asked for. */
  by: number | null
}

/**
 * Passes when the members of one of the quorums have signed this request (wire.md 25): for this app, before it expires.
 *
 * @throws CallRefused `wrong_signature`; `invalid_request` for a body that two readers could read in two ways.
 */
export function authorize(request: AuthorizedRequest, demand: Demand): Authorization {
  const { quorums, appId, nowMs, isLate = false } = demand
  requireTimely(request, { appId, nowMs, isLate })
  const votes = votesFor(request, demand)
  const by = votes.findIndex(isMet)
  // Of several quorums the one that lacks the least says what is missing.
  const closest = votes.reduce<Votes | undefined>(
    (best, each) => (best && lacking(best) <= lacking(each) ? best : each),
    undefined,
  )
  if (closest && by === -1) throw tooFew(closest)
  return {
    digest: nameOf(request),
    keyIds: votes[by]?.keyIds ?? [],
    voters: votes[by]?.voters ?? [],
    by: quorums.length === 0 ? null : by,
  }
}

/** How many members have yet to sign; a quorum of which none has signed comes last. */
function lacking({ cast, needed }: Votes): number {
  return cast === 0 ? Number.POSITIVE_INFINITY : needed - cast
}

/**
 * SHA-256 of the signed bytes, by which a request is named. The API can hand over a URL with one slash where two were signed; that makes no other request of it.
 *
 * @throws CallRefused `invalid_request` for a body that two readers could read in two ways.
 */
export function nameOf({ url, ...request }: AuthorizedRequest): Buffer {
  requirePlain(request)
  const oneSlash = url.replace(/^(https?:\/\/[^/]+)\/\/(?!\/)/, '$1/')
  const [payload = ''] = payloadsOf({ ...request, url: oneSlash })
  return createHash('sha256').update(payload).digest()
}

/** Votes for a request, for each of the quorums: what an intent shows. Nothing is refused for too few of them. */
export function votesFor(
  request: AuthorizedRequest,
  { quorums, nowMs, act = 'sign' }: Omit<Demand, 'appId'>,
): Votes[] {
  requirePlain(request)
  const payloads = payloadsOf(request)
  const signatures = request.signatures.filter((each) => each !== '')
  const signed = { name: nameOf(request).toString('base64url'), payloads, signatures, nowMs, act }
  return quorums.map((quorum) => countVotes(quorum, signed))
}

function requirePlain({ body }: Pick<AuthorizedRequest, 'body'>): void {
  if (!isPlainJson(body)) throw invalid('The body can be read in two ways')
}

/** Whether so many members have signed as have to. A quorum without members authorizes nothing. */
export function isMet({ cast, needed }: Votes): boolean {
  return needed >= 1 && cast >= needed
}

/**
 * Refuses keys that are not P-256 keys or are there twice, and a threshold that they can't reach.
 *
 * @throws CallRefused `invalid_request`.
 */
export function requireKeyQuorum({
  keys,
  threshold,
}: {
  keys: readonly string[]
  threshold: number
}): void {
  requireKeys(keys, (at) => `authorization_keys[${at}]`)
  if (threshold < 1 || threshold > keys.length)
    throw invalid('The threshold is not one of its keys')
}

/**
 * Refuses keys that are not P-256 keys, or are there twice in any spelling.
 *
 * @param fieldOf  Where the body has the key with a number, counted from 0.
 * @throws CallRefused `invalid_request` that names the key.
 */
export function requireKeys(
  keys: readonly string[],
  fieldOf: (at: number) => string = (at) => `public_keys[${at}]`,
): void {
  const ids = keys.map((key, at) => {
    const member = readPublicKey(key)
    if (member) return member.id
    const field = fieldOf(at)
    throw invalid(`${field} is not a P-256 key in base64 of its SPKI form`, field)
  })
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice !== -1) throw invalid(`${fieldOf(twice)} is there twice`, fieldOf(twice))
}

function requireTimely(
  request: AuthorizedRequest,
  { appId, nowMs, isLate }: { appId: string; nowMs: number; isLate: boolean },
): void {
  if (request.headers['privy-app-id'] !== appId) throw refused('The request names another app')
  const expiry = expiryOf(request)
  if (expiry === undefined) return
  const why = refusalOfExpiry(expiry, { nowMs, isLate })
  if (why !== null) throw refused(`${expiryHeader} ${why}`, expiryHeader)
}

/** Why a request is not in time; null where it is. */
function refusalOfExpiry(
  expiry: string,
  { nowMs, isLate }: { nowMs: number; isLate: boolean },
): string | null {
  if (!/^\d{1,16}$/.test(expiry)) return 'must be Unix milliseconds'
  const at = Number(expiry)
  if (at <= nowMs && !isLate)
    return isInSeconds(at, nowMs)
      ? 'must be Unix milliseconds, and is in seconds'
      : 'is in the past: the request has expired'
  return at > nowMs + farthestExpiryMs ? 'is more than 72 hours ahead' : null
}

/** Whether a time that is over is one of this year or so when it is read in seconds. */
function isInSeconds(at: number, nowMs: number): boolean {
  return at > 0 && Math.abs(at * 1_000 - nowMs) < yearMs
}

function tooFew({ cast, needed }: Votes): ExplainedRefusal {
  const message = `The request is signed by ${cast} of the ${needed} members that have to sign it`
  return new ExplainedRefusal('wrong_signature', { message, votes: { cast, needed } })
}

/**
 * The bytes that clients sign for a request; the first names it. An empty body is signed as it is or as an empty text, a client
 * whose base URL ends with a slash signs two of them after the host, and one signs the idempotency key of a transfer within the body (wire.md 25, 37, 38).
 */
function payloadsOf({ method = 'POST', url, body, headers }: AuthorizedRequest): Buffer[] {
  const isEmpty = Object.keys(body).length === 0
  const urls = [url, url.replace(/^(https?:\/\/[^/]+)\/(?!\/)/, '$1//')]
  const bytesOf = (payload: object) =>
    Buffer.from(canonicalJson({ version: 1, method, ...payload }))
  const { 'privy-idempotency-key': key, ...others } = headers
  const forms: object[] = [{ body, headers }]
  if (isEmpty) forms.push({ body: '', headers })
  if (key !== undefined && url.endsWith('/transfer'))
    forms.push({ body: { ...body, 'privy-idempotency-key': key }, headers: others })
  return urls.flatMap((each) => forms.map((form) => bytesOf({ url: each, ...form })))
}

function refused(message: string, field?: string): ExplainedRefusal {
  return new ExplainedRefusal('wrong_signature', { message, ...(field !== undefined && { field }) })
}
