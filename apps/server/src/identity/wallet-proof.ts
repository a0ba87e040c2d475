import { createHash } from 'node:crypto'
import { ApiError, type LoginSwitch, loginNonceLifeMs } from '@sallyport/contract'
import { type App, allowsOrigin, isFrameOrigin } from '../apps/app.js'
import {
  isNonceValid,
  type NonceSubject,
  redeemNonceCtes,
  storeNonce,
} from '../db/wallet-nonces.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { randomId, randomToken } from '../ports/random.js'
import type { LoginFields } from './login-message.js'
import type { Proof } from './proof.js'

/** How far ahead a client's clock may be. */
const clockSkewMs = 120_000

type ChainType = NonceSubject['chainType']

/**
 * Makes a nonce for a message that a wallet signs. It is bound to the app, the chain, the address if one is named, and the
 * browser that asks.
 */
export async function issueNonce(
  deps: Deps,
  input: { app: App; chainType: ChainType; address: string | null; request: RequestFacts },
): Promise<{ nonce: string; expires_at: string; address?: string }> {
  const { app, chainType, address, request } = input
  const { flow: known, isBackEnd } = request.spender
  const flow = isBackEnd ? undefined : (known ?? randomToken(deps.random))
  const nonce = randomId(deps.random)
  const nowMs = deps.clock.nowMs()
  const expiresAtMs = nowMs + loginNonceLifeMs
  const flowHash = flow === undefined ? null : hashFlow(flow)
  await storeNonce(deps.db, {
    appId: app.id,
    chainType,
    nonce,
    address,
    flowHash,
    nowMs,
    expiresAtMs,
  })
  if (flow !== undefined) request.keepFlow(flow)
  const expires_at = new Date(expiresAtMs).toISOString()
  return { nonce, expires_at, ...(address === null ? {} : { address }) }
}

/** For calls that name no account yet, which `admit` decides about. @throws ApiError `disallowed_login_method` */
export function requireMethodOn({ settings }: App, method: LoginSwitch): void {
  if (!settings[method]) throw new ApiError('disallowed_login_method')
}

/** A nonce in a message that a wallet signed, and who presents it. */
interface NonceAttempt {
  app: App
  chainType: ChainType
  fields: LoginFields
  request: RequestFacts
}

/** The proof that the nonce of a signed message is valid. It is used up by the statement that includes it. */
export function proveNonce(deps: Deps, attempt: NonceAttempt): Proof {
  return {
    ctes: redeemNonceCtes(tryOf(deps, attempt)),
    refuse: async () => refusedNonce(),
  }
}

/**
 * For checks that are expensive: refuses at once what `proveNonce` would refuse later.
 *
 * @throws ApiError `invalid_credentials`
 */
export async function requireValidNonce(deps: Deps, attempt: NonceAttempt): Promise<void> {
  if (!(await isNonceValid(deps.db, tryOf(deps, attempt)))) throw refusedNonce()
}

/**
 * Checks that a message is for this app and page, and for now.
 *
 * @throws ApiError `invalid_credentials` when the domain or URI is not an allowed origin of the app, or not the page that
 *   sends the request; when the message is from the future, older than a nonce lives, expired, or not yet valid.
 */
export function checkLoginFields(
  deps: Pick<Deps, 'clock' | 'config'>,
  { app, fields, request }: Pick<NonceAttempt, 'app' | 'fields' | 'request'>,
): void {
  const origin = originOf(fields)
  const isForPage = request.origin === undefined || request.origin === origin
  const isOwn = origin !== undefined && isFrameOrigin(app, origin, deps.config)
  if (origin === undefined || isOwn || !isForPage || !allowsOrigin(app, origin)) {
    throw refused('The message is for another site')
  }
  const nowMs = deps.clock.nowMs()
  const { issuedAtMs, expiresAtMs, notBeforeMs } = fields
  if (issuedAtMs > nowMs + clockSkewMs) throw refused('The message is from the future')
  if (issuedAtMs <= nowMs - loginNonceLifeMs - clockSkewMs) throw refused('The message is too old')
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) throw refused('The message has expired')
  if (notBeforeMs !== undefined && notBeforeMs > nowMs)
    throw refused('The message is not yet valid')
}

/** The refusal of a signature that does not prove the account. */
export function refusedSignature(): ApiError {
  return refused('The signature is not valid for this message and address')
}

/** The refusal of a text that is not a login message. */
export function malformedMessage(): ApiError {
  return new ApiError('invalid_data', { message: 'Invalid message' })
}

/** The origin a message is for; undefined when its URI, domain and scheme do not agree on one. */
function originOf({ scheme, domain, uri }: LoginFields): string | undefined {
  if (!URL.canParse(uri)) return undefined
  const { origin, protocol, host, username, password } = new URL(uri)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  if (username !== '' || password !== '' || host !== domain) return undefined
  return scheme === undefined || `${scheme}:` === protocol ? origin : undefined
}

function tryOf(deps: Deps, { app, chainType, fields, request }: NonceAttempt) {
  const { flow } = request.spender
  return {
    appId: app.id,
    chainType,
    nonce: fields.nonce,
    address: fields.address,
    flowHash: flow === undefined ? undefined : hashFlow(flow),
    nowMs: deps.clock.nowMs(),
  }
}

function hashFlow(flow: string): Uint8Array {
  return createHash('sha256').update(flow).digest()
}

function refusedNonce(): ApiError {
  return refused('The nonce is wrong, used or expired. Request a new one')
}

function refused(message: string): ApiError {
  return new ApiError('invalid_credentials', { message })
}
