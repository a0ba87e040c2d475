import {
  ApiError,
  canNameWalletKey,
  cookiesAreKept,
  headers,
  type Route,
} from '@sallyport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.js'
import { namesRegisteredKey, readRegisteredKey } from '../session/wallet-key.js'
import { readFlowCookie } from './flow-cookie.js'
import type { RequestFacts } from './implement.js'
import { hasProbeCookie, probeCookie } from './probe-cookie.js'
import { hasWalletCookie } from './wallet-cookie.js'

/** A request of an app's page. */
interface PageRequest {
  request: FastifyRequest
  appId: string
  /** It came to the app's own address, whose cookies do not reach the wallet frame. */
  isAtOwnAddress: boolean
}

/** Whether a Cookie header shows that the browser keeps cookies of this origin. */
export function keepsCookies(header: string | undefined): boolean {
  return hasProbeCookie(header) || readFlowCookie(header) !== undefined || hasWalletCookie(header)
}

/**
 * The key of the wallet frame that a login's grant is bound to: the one that the login names, if the frame registered it.
 * Undefined where the browser keeps cookies: the grant is then in a cookie, which no script can read.
 */
export function boundKey(
  { keyEncryption: { logins: key }, clock }: Pick<Deps, 'keyEncryption' | 'clock'>,
  { request, appId, isAtOwnAddress }: PageRequest,
): string | undefined {
  const text = readNamed(request)
  if (text === undefined) return undefined
  if (!isAtOwnAddress && keepsCookies(request.headers.cookie)) return undefined
  return readRegisteredKey(key, { appId, text, nowMs: clock.nowMs() })
}

/**
 * Refuses a login that would leave its browser without a wallet grant, where its client can do better: the browser keeps no
 * cookies, and the client can ask the wallet frame for a key. To be called before anything of the login is used up. Clients
 * that know nothing of keys are served.
 *
 * @throws ApiError `wallet_key_required`
 */
export function requireWalletKey(
  { opensSession }: Pick<Route, 'opensSession'>,
  { request, reply, facts }: { request: FastifyRequest; reply: FastifyReply; facts: RequestFacts },
): void {
  const named = readNamed(request)
  if (!opensSession || named === undefined || facts.spender.isBackEnd) return
  const isAtOwnAddress = facts.sessionCookies !== undefined
  if (facts.walletKey !== undefined || (facts.keepsCookies && !isAtOwnAddress)) return
  const isWord = named === canNameWalletKey || (named === cookiesAreKept && isAtOwnAddress)
  // A key that is not registered is one of an earlier wallet frame: its login is served, and opens no wallet.
  if (!isWord && !namesRegisteredKey(named)) return
  reply.header('set-cookie', probeCookie)
  throw new ApiError('wallet_key_required')
}

function readNamed({ headers: sent }: FastifyRequest): string | undefined {
  const value = sent[headers.walletKey]
  return typeof value === 'string' && value !== '' ? value : undefined
}
