import {
  ApiError,
  addAccountMessage,
  type BrowserDemand,
  headers,
  walletCallMessage,
} from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedByPoint } from '../authority/p256-signature.js'
import type { Deps } from '../deps.js'
import type { SessionCheck } from '../session/check.js'
import { openedSession } from '../session/opened-session.js'
import {
  type GrantedSession,
  grantKept,
  isWalletGrant,
  walletGrant,
} from '../session/wallet-grant.js'
import { readWalletCookie, walletCookies } from './wallet-cookie.js'

type GrantDeps = Pick<Deps, 'keyEncryption'>

/** What a call that needs the grant presents. */
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
  const message = walletCallMessage(call.session.appId, call.accessToken)
  if (!hasWalletGrant(deps, request, { ...call, message })) {
    throw new ApiError('missing_or_invalid_wallet_grant')
  }
}

/**
 * Refuses a call of the page unless its browser has logged in as the call's action demands: a thief of the access token could
 * add a login of their own, which opens the user's wallets (P1), remove the user's, or use one at another app.
 *
 * @throws ApiError `missing_or_invalid_wallet_grant`, `login_too_old`
 */
export function requireBrowser(
  deps: GrantDeps,
  request: FastifyRequest,
  { demand, check, amr, ...call }: PageCall,
): void {
  if (demand === undefined) return
  // Not the frame's message: the page gets this proof, and must not get one that opens wallets.
  const message = addAccountMessage(call.session.appId, call.accessToken)
  const isPresented = hasWalletGrant(deps, request, { ...call, message })
  if (!isPresented && (demand !== 'grant-or-login' || amr.includes(grantKept))) {
    throw new ApiError('missing_or_invalid_wallet_grant')
  }
  if (!isPresented || demand === 'grant-and-login') check.requireRecentLogin()
}

interface PageCall extends FrameCall {
  demand: BrowserDemand | undefined
  check: SessionCheck
  amr: readonly string[]
}

function hasWalletGrant(
  { keyEncryption: { logins: key } }: GrantDeps,
  request: FastifyRequest,
  { session, message }: { session: GrantedSession; message: string },
): boolean {
  const grant = readWalletCookie(request.headers.cookie, session.sessionId)
  if (grant && isWalletGrant(key, { grant, session, walletKey: undefined })) return true
  const bound = readBoundGrant(request)
  return (
    bound !== undefined &&
    isWalletGrant(key, { grant: bound.grant, session, walletKey: bound.walletKey }) &&
    isSignedByPoint({ publicKey: bound.walletKey, signature: bound.signature, message })
  )
}

/** What an answer that opens or refreshes a session is kept by. */
interface Answering {
  request: FastifyRequest
  reply: FastifyReply
  /** The app's back end calls for a user: it gets no grant. */
  isBackEnd: boolean
  /** The key of the wallet frame that the grant of a login is bound to (`boundKey`). */
  walletKey: string | undefined
}

/**
 * Gives the browser of a login its wallet grant: in a cookie, or in the answer when it is bound to a key of the wallet frame. Public
 * clients name none, so theirs is in a cookie at the app's own address as well, where their wallet frame is too. A refresh
 * prolongs the cookie of a browser that presents it, and gives none to another one; a fork gives none.
 */
export function keepWalletGrant<A>(
  { keyEncryption: { logins: key } }: GrantDeps,
  answer: { noted: unknown; body: A },
  { request, reply, isBackEnd, walletKey }: Answering,
): A | (A & { wallet_grant: string }) {
  const session = openedSession(answer.noted)
  if (session === undefined || session.by === 'fork' || isBackEnd) return answer.body
  const { cookie } = request.headers
  if (session.by === 'login' && walletKey !== undefined) {
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

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
