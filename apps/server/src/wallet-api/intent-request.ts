import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import type { IntentRow } from '../db/wallet-intents.js'
import type { SignedRequest } from '../http/implement.js'

/** The collection of what an intent is about, as the signer names it. */
export const collections = {
  RPC: 'wallets',
  TRANSFER: 'wallets',
  WALLET: 'wallets',
  POLICY: 'policies',
  RULE: 'policies',
  KEY_QUORUM: 'key_quorums',
} as const satisfies Record<IntentRow['intent_type'], string>

/** The URL of the request that an intent proposes: its own, without the part that says that it is proposed. */
export function underlyingUrl(url: string): string {
  return url.replace('/intents/', '/')
}

/** The request as its members sign it. */
export function requestOf(row: IntentRow, more: readonly string[] = []): AuthorizedRequest {
  return {
    method: row.method,
    url: row.url,
    body: row.body ?? {},
    headers: {
      'privy-app-id': row.app_id,
      ...(row.idempotency_key !== null && { 'privy-idempotency-key': row.idempotency_key }),
      ...(row.custom_expiry !== null && { 'privy-request-expiry': row.custom_expiry }),
    },
    signatures: [...row.signatures.map((each) => each.signature), ...more],
  }
}

/** The request as a client with all signatures would have sent it. */
export function signedRequestOf(row: IntentRow): SignedRequest {
  const { method, url, body, signatures } = requestOf(row)
  return {
    method: method ?? 'POST',
    url,
    body: row.body === null ? undefined : body,
    signatures,
    idempotencyKey: row.idempotency_key ?? undefined,
    expiry: row.custom_expiry ?? undefined,
    intentId: row.intent_id,
  }
}
