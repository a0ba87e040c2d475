import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { ApiError, headers, walletCallMessage } from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.js'
import { openedSession } from '../session/opened-session.js'
import { type GrantedSession, isWalletGrant, walletGrant } from '../session/wallet-grant.js'
import { readWalletCookie, walletCookies } from './wallet-cookie.js'

type GrantDeps = Pick<Deps, 'keyEncryption'>

/** What a call of the wallet frame presents. */
interface FrameCall {
  session: GrantedSession
  accessToken: string
}

/**
 * Refuses a call of the wallet frame from a browser that has not logged in to the session: an access token alone, which the
 * app's page, back end and logs have too, opens no wallet (P1). The grant is in a cookie; where the browser keeps none, it
 * is in a header, bound to a key of the frame that signs for the access token.
 *
 * @throws ApiError `missing_or_invalid_wallet_grant`
 */
export function requireWalletGrant(
  deps: GrantDeps,
  request: FastifyRequest,
  call: FrameCall,
): void {
  if (!hasWalletGrant(deps, request, call)) throw new ApiError('missing_or_invalid_wallet_grant')
}

/** Whether a call comes from the browser that has logged in to its session. */
export function hasWalletGrant(
  { keyEncryption: { logins: key } }: GrantDeps,
  request: FastifyRequest,
  { session, accessToken }: FrameCall,
): boolean {
  const grant = readWalletCookie(request.headers.cookie, session.sessionId)
  if (grant && isWalletGrant(key, { grant, session, walletKey: undefined })) return true
  const bound = readBoundGrant(request)
  return (
    bound !== undefined &&
    isWalletGrant(key, { grant: bound.grant, session, walletKey: bound.walletKey }) &&
    isSignedBy(bound, walletCallMessage(session.appId, accessToken))
  )
}

/** What an answer that opens or refreshes a session is kept by. */
interface Answering {
  request: FastifyRequest
  reply: FastifyReply
  /** The app's back end calls for a user: it gets no grant. */
  isBackEnd: boolean
}

/**
 * Gives the browser of a login its wallet grant: in a cookie, or in the answer when the wallet frame named its key. Public
 * clients name none, so theirs is in a cookie at the app's own address as well, where their wallet frame is too. A refresh
 * prolongs the cookie of a browser that presents it, and gives none to another one; a fork gives none.
 */
export function keepWalletGrant<A>(
  { keyEncryption: { logins: key } }: GrantDeps,
  answer: { noted: unknown; body: A },
  { request, reply, isBackEnd }: Answering,
): A | (A & { wallet_grant: string }) {
  const session = openedSession(answer.noted)
  if (session === undefined || session.by === 'fork' || isBackEnd) return answer.body
  const { cookie } = request.headers
  const walletKey = readHeader(request, headers.walletKey)
  if (session.by === 'login' && walletKey !== undefined && importKey(walletKey)) {
    return { ...answer.body, wallet_grant: walletGrant(key, session, walletKey) }
  }
  const presented = readWalletCookie(cookie, session.sessionId)
  const isKept =
    session.by === 'login' ||
    (presented !== undefined &&
      isWalletGrant(key, { grant: presented, session, walletKey: undefined }))
  if (isKept) {
    const grant = walletGrant(key, session, undefined)
    reply.header('set-cookie', walletCookies({ ...session, grant }, cookie))
  }
  return answer.body
}

interface BoundGrant {
  grant: string
  /** Raw P-256 point, base64url. */
  walletKey: string
  /** Raw r and s, base64url. */
  signature: string
}

/** `<grant>.<public key>.<signature>` of the header; undefined when it is absent or not of this form. */
function readBoundGrant(request: FastifyRequest): BoundGrant | undefined {
  const match = /^([\w-]{48})\.([\w-]{87})\.([\w-]{86})$/.exec(
    readHeader(request, headers.walletGrant) ?? '',
  )
  if (!match) return undefined
  const [, grant = '', walletKey = '', signature = ''] = match
  return { grant, walletKey, signature }
}

function isSignedBy({ walletKey, signature }: BoundGrant, message: string): boolean {
  const key = importKey(walletKey)
  if (!key) return false
  const bytes = Buffer.from(signature, 'base64url')
  return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** A P-256 key from its raw point, base64url; undefined when it is none. */
function importKey(walletKey: string): KeyObject | undefined {
  const point = Buffer.from(walletKey, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return undefined
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined // Not a point of the curve: refused like an absent key.
  }
}

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
