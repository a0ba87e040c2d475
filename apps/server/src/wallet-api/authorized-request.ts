import { ApiError } from '@sallyport/contract'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import type { SignedRequest } from '../http/implement.js'
import { requireSpelledAddresses } from './require-spelled.js'

/** Most signatures that are looked at. */
const mostSignatures = 20
const longestSignature = 200
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * A request as the signer verifies it: the bytes that the client has signed are made of these members (wire reference §25).
 *
 * @throws ApiError `invalid_data` for headers that are too long to be signed, and for a mistyped address in the body.
 */
export function authorizedRequest(appId: string, signed: SignedRequest): AuthorizedRequest {
  const { url, body, signatures, idempotencyKey, expiry } = signed
  const method = methods.find((each) => each === signed.method)
  if (method === undefined || url.length > 2_048) throw invalid('The URL is too long')
  if (expiry !== undefined && !/^\d{1,20}$/.test(expiry))
    throw invalid('privy-request-expiry must be Unix milliseconds', 'privy-request-expiry')
  if (idempotencyKey !== undefined && (idempotencyKey.length > 256 || idempotencyKey === ''))
    throw invalid('privy-idempotency-key must have 1 to 256 characters', 'privy-idempotency-key')
  requireSpelledAddresses(body)
  return {
    method,
    url,
    // Checked by the route's schema to be one of these, or absent.
    body: (body ?? {}) as AuthorizedRequest['body'],
    headers: {
      'privy-app-id': appId,
      ...(idempotencyKey !== undefined && { 'privy-idempotency-key': idempotencyKey }),
      ...(expiry !== undefined && { 'privy-request-expiry': expiry }),
    },
    signatures: usableSignatures(signatures),
  }
}

/** Those that are looked at: a longer one cannot be of P-256, and ones that do not verify count for nothing. */
export function usableSignatures(signatures: readonly string[]): string[] {
  return signatures.filter(({ length }) => length <= longestSignature).slice(0, mostSignatures)
}

function invalid(message: string, field?: string): ApiError {
  return new ApiError('invalid_data', { message, ...(field !== undefined && { data: { field } }) })
}
