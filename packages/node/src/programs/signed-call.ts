import { headers as headerNames, walletHeaders } from '@sallyport/contract/vendor'
import { importSigningKey, signBytes } from '../authorization/keys.js'
import { bytesToSign } from '../authorization/request.js'
import { SallyportError } from '../error.js'
import { attempt } from '../http/attempt.js'
import type { Fetch } from '../http/config.js'
import { readAnswer } from '../http/read-answer.js'
import { version } from '../version.js'

/** Where a program calls, and by which app. */
export interface ProgramServer {
  /** Without a slash at its end. */
  apiUrl: string
  appId: string
  fetch: Fetch
  /** Unix milliseconds. */
  nowMs: () => number
}

const timeoutMs = 60_000
/** How long a signature holds. */
const expiryMs = 5 * 60_000

/** A call without a signature. @throws SallyportError */
export async function callServer(
  { apiUrl, appId, fetch, nowMs }: ProgramServer,
  { path, body, signal }: { path: string; body: object; signal?: AbortSignal | undefined },
): Promise<unknown> {
  const headers = { ...commonHeaders(appId), 'content-type': 'application/json' }
  const request = {
    url: apiUrl + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  } as const
  return readAnswer(await attempt(fetch, request, { timeoutMs, signal }), nowMs())
}

interface SignedCall {
  path: string
  body: object
  privateKey: string
  idempotencyKey?: string | undefined
}

/**
 * A call that the key of a program signs. Where the clock of this machine is wrong, the server refuses it before it does anything and says its own
 * time: it is signed again by that.
 *
 * @throws SallyportError
 */
export async function callSigned(server: ProgramServer, call: SignedCall): Promise<unknown> {
  try {
    return await callOnce(server, call)
  } catch (error) {
    const time = error instanceof SallyportError ? error.data?.server_time : undefined
    if (typeof time !== 'number') throw error
    return callOnce({ ...server, nowMs: () => time }, call)
  }
}

async function callOnce(
  { apiUrl, appId, fetch, nowMs }: ProgramServer,
  { path, body, privateKey, idempotencyKey }: SignedCall,
): Promise<unknown> {
  const url = apiUrl + path
  const request_expiry = nowMs() + expiryMs
  const bytes = bytesToSign({
    ...{ method: 'POST', url, app_id: appId, body },
    ...{ idempotency_key: idempotencyKey, request_expiry },
  })
  const headers = {
    ...commonHeaders(appId),
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { [walletHeaders.idempotencyKey]: idempotencyKey }),
    [walletHeaders.requestExpiry]: String(request_expiry),
    [walletHeaders.authorizationSignature]: await signBytes(
      bytes,
      await importSigningKey(privateKey),
    ),
  }
  const prepared = { url, method: 'POST', headers, body: JSON.stringify(body) } as const
  return readAnswer(await attempt(fetch, prepared, { timeoutMs, signal: undefined }), nowMs())
}

function commonHeaders(appId: string): Record<string, string> {
  return { [headerNames.appId]: appId, [headerNames.client]: `sallyport-node:${version}` }
}
