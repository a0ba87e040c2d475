import { createHash, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import {
  ApiError,
  type CoinbaseOnRampInit,
  type CoinbaseOnRampSession,
  type CoinbaseOnRampStatus,
} from '@sallyport/contract'
import { SignJWT } from 'jose'
import type { App } from '../../apps/app.js'
import { offers } from '../../apps/funding-settings.js'
import type { Deps } from '../../deps.js'
import { fieldsOf } from '../../ports/fields-of.js'
import { placeOf } from '../../ports/place-of.js'

const host = 'api.developer.coinbase.com'
/** A user waits for the answer. */
const timeoutMs = 8_000
/** How long the signature of a call is valid (Coinbase allows two minutes). */
const signatureSeconds = 120

interface Buyer {
  app: App
  userId: string
}

/**
 * Begins a purchase at Coinbase: a token that opens its page once, and the id that the purchase is asked for by.
 *
 * @throws ApiError `feature_not_enabled`; `internal_error` (503) when Coinbase gives no usable answer.
 * @see https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-session-token
 */
export async function beginPurchase(
  deps: Pick<Deps, 'config' | 'outbound' | 'clock'>,
  buyer: Buyer,
  { addresses, assets }: CoinbaseOnRampInit,
): Promise<CoinbaseOnRampSession> {
  const { project_id } = settingsOf(buyer.app)
  const body = {
    addresses,
    ...(assets && { assets: assets.map((asset) => asset.toUpperCase()) }),
  }
  const answer = await call(deps, buyer.app, { method: 'POST', path: '/onramp/v1/token', body })
  const { token, channel_id } = fieldsOf(answer)
  if (typeof token !== 'string') throw unavailable()
  return {
    app_id: project_id,
    session_token: token,
    channel_id: typeof channel_id === 'string' ? channel_id : '',
    partner_user_id: `${ownerPart(buyer)}${randomBytes(12).toString('base64url')}`,
  }
}

const statuses: Readonly<Record<string, CoinbaseOnRampStatus['status']>> = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'success',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failure',
}

/**
 * How far a purchase of this user is. One that Coinbase does not know yet is pending.
 *
 * @throws ApiError `invalid_data` for an id that was not given to this user; else as `beginPurchase`.
 */
export async function readPurchase(
  deps: Pick<Deps, 'config' | 'outbound' | 'clock'>,
  buyer: Buyer,
  id: string,
): Promise<CoinbaseOnRampStatus> {
  if (!id.startsWith(ownerPart(buyer)) || !/^[\w-]{20,49}$/.test(id)) {
    throw new ApiError('invalid_data', { message: 'partnerUserId is not one of this user' })
  }
  const path = `/onramp/v1/buy/user/${id}/transactions`
  const { transactions } = fieldsOf(await call(deps, buyer.app, { method: 'GET', path }))
  const latest: unknown = Array.isArray(transactions) ? transactions[0] : undefined
  return { status: statuses[String(fieldsOf(latest).status)] ?? 'pending' }
}

/** The part of an id that says whose it is, so that users cannot ask for each other's. Coinbase takes at most 49 characters. */
function ownerPart({ app, userId }: Buyer): string {
  return createHash('sha256').update(`${app.id}/${userId}`).digest('base64url').slice(0, 20)
}

async function call(
  { config, outbound, clock }: Pick<Deps, 'config' | 'outbound' | 'clock'>,
  app: App,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<unknown> {
  const { api_key_name: name } = settingsOf(app)
  const secret = app.openSecret('coinbase_api_key_secret')
  if (secret === undefined) throw notSetUp()
  const token = await signCall({
    name,
    secret,
    nowMs: clock.nowMs(),
    uri: `${method} ${host}${path}`,
  })
  const answer = await outbound({
    url: placeOf(config, `https://${host}${path}`),
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw unavailable(cause)
  })
  if (answer.status === 200) return answer.json
  // A user without purchases.
  if (answer.status === 404 && method === 'GET') return {}
  throw unavailable()
}

/** The signature of one call. @see https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication */
async function signCall(given: {
  name: string
  secret: string
  nowMs: number
  uri: string
}): Promise<string> {
  const { name, secret, nowMs, uri } = given
  const key = readKey(secret)
  const now = Math.floor(nowMs / 1000)
  return new SignJWT({ sub: name, iss: 'cdp', aud: ['cdp_service'], uris: [uri] })
    .setProtectedHeader({
      alg: key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256',
      kid: name,
      typ: 'JWT',
      nonce: randomBytes(16).toString('hex'),
    })
    .setNotBefore(now)
    .setExpirationTime(now + signatureSeconds)
    .sign(key)
}

/** An Ed25519 key is given as its seed and its public key, 64 bytes in base64; any other one as a PEM, also one in a single line. */
function readKey(secret: string): KeyObject {
  const [, kind, body] = /^-----BEGIN (EC )?PRIVATE KEY-----(.+?)-----END/s.exec(secret) ?? []
  if (body !== undefined) {
    const key = Buffer.from(body.replaceAll('\\n', ''), 'base64')
    return createPrivateKey({ key, format: 'der', type: kind === undefined ? 'pkcs8' : 'sec1' })
  }
  const bytes = Buffer.from(secret, 'base64')
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  return createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) },
    format: 'jwk',
  })
}

function settingsOf(app: App) {
  const { coinbase_on_ramp: settings } = app.privateSettings
  if (offers(app.settings, 'coinbase-onramp') && settings) return settings
  throw notSetUp()
}

function notSetUp(): ApiError {
  return new ApiError('feature_not_enabled', { message: 'Coinbase is not set up for this app' })
}

function unavailable(cause?: unknown): ApiError {
  const message = 'Coinbase did not answer. Try again'
  return new ApiError('internal_error', { status: 503, message, cause })
}
