import type { JSONWebKeySet } from 'jose'
import { importVerificationKey } from './authorization/keys.js'
import { attempt } from './http/attempt.js'
import type { CallConfig, Fetch } from './http/config.js'
import { readAnswer } from './http/read-answer.js'
import { createKeySet, type FindKey } from './tokens/key-set.js'

/** What a client is made with. */
export interface ClientOptions {
  /** The app's id, of 25 characters. */
  appId: string
  /** Keep it in a secret manager. A back end that only verifies tokens needs none. */
  appSecret?: string
  /** Where the server is, such as `https://auth.example.com`. */
  apiUrl: string
  /** The public key of the app's tokens (SPKI in PEM), instead of the keys that the server publishes. */
  jwtVerificationKey?: string
  /** The issuer of the app's tokens, where the deployment has set another one. */
  tokenIssuer?: string
  /** How far the clocks of this machine and of the server may differ when tokens are verified. By default 5 seconds. */
  clockToleranceSeconds?: number
  /** How often a call is repeated that failed and may be repeated. By default 2. */
  maxRetries?: number
  /** The most that one attempt of a call takes. By default 60 seconds. */
  timeoutMs?: number
  /** How long signatures of requests hold. By default 15 minutes; null for no end. */
  requestExpiryMs?: number | null
  /** By default the runtime's. */
  fetch?: Fetch
  /** The clock, in Unix milliseconds: by default the machine's. For tests and sandboxes whose time is moved. */
  nowMs?: () => number
}

const keysTimeoutMs = 10_000

/** The settings of calls. @throws TypeError for an option that is missing or cannot be meant. */
export function readOptions(options: ClientOptions): CallConfig {
  const { appId, appSecret = '', apiUrl, maxRetries = 2, timeoutMs = 60_000 } = options
  if (!appId) throw new TypeError('appId is missing: it is in the app settings')
  if (!/^https?:\/\/(?!.*\/api\/)/.test(apiUrl))
    throw new TypeError('apiUrl must be like https://auth.example.com')
  const { requestExpiryMs = 15 * 60_000, fetch: given, nowMs = Date.now } = options
  return {
    ...{ appId, appSecret, maxRetries, timeoutMs, requestExpiryMs, sleep, nowMs },
    apiUrl: apiUrl.replace(/\/+$/, ''),
    // Called without a receiver: some runtimes demand their global one.
    fetch: given ?? ((url, init) => fetch(url, init)),
    random: Math.random,
    exchange: () => Promise.reject(new TypeError('The client is not ready')),
  }
}

/** The keys of the app's tokens: the given one, or those that the server publishes. */
export function keysOf(
  { jwtVerificationKey: pem }: ClientOptions,
  { apiUrl, appId, fetch, nowMs }: CallConfig,
): FindKey {
  if (pem !== undefined) {
    let key: Promise<CryptoKey> | undefined
    return () => {
      key ??= importVerificationKey(pem)
      return key
    }
  }
  const url = `${apiUrl}/v1/apps/${encodeURIComponent(appId)}/jwks.json`
  const read = async () => {
    const request = { url, method: 'GET', headers: {}, body: undefined } as const
    const answer = await attempt(fetch, request, { timeoutMs: keysTimeoutMs, signal: undefined })
    // A wrong form is refused where the keys are imported.
    return readAnswer(answer, nowMs()) as JSONWebKeySet
  }
  return createKeySet({ read, nowMs, sleep: (ms) => sleep(ms, undefined) })
}

/** Resolves after some milliseconds. @throws the signal's reason when that ends it. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}
