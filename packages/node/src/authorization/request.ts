import { headers as headerNames, walletHeaders } from '@sallyport/contract/vendor'
import type { SignedPayload } from '@sallyport/contract/wallet-api'
import { utf8 } from '../encoding.js'
import { canonicalJson } from './canonical-json.js'

/** A request that is signed. */
export interface RequestToSign {
  method: SignedPayload['method']
  /** The full URL, without a slash at its end. */
  url: string
  app_id: string
  /** The body as it is sent; undefined where there is none. */
  body?: unknown
  idempotency_key?: string | undefined
  /** Unix milliseconds. */
  request_expiry?: number | undefined
}

/** The bytes that authorization signatures of a request are over: its RFC 8785 form. */
export function bytesToSign(request: RequestToSign): Uint8Array<ArrayBuffer> {
  const { method, url, app_id, body, idempotency_key: key, request_expiry: expiry } = request
  const payload = {
    version: 1,
    method,
    url,
    body: body ?? '',
    headers: {
      [headerNames.appId]: app_id,
      ...(key !== undefined && { [walletHeaders.idempotencyKey]: key }),
      ...(expiry !== undefined && { [walletHeaders.requestExpiry]: String(expiry) }),
    },
  }
  return utf8(canonicalJson(payload))
}
