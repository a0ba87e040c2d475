import { createHash } from 'node:crypto'
import type { DelegationConsent } from '@sallyport/contract'
import type { AuthorizedRequest } from '@sallyport/protocols/delegate'
import { VaultError } from '../vault-error.js'
import { canonicalJson } from './quorum/canonical-json.js'
import { isSignedBy, type MemberKey, readPublicKey } from './quorum/public-key.js'

/**
 * Passes when the app's authorization keys of the consent have signed this request (wire.md 25): for this app, before it
 * expires. Answers the hash of what they signed, which names the request.
 *
 * @throws VaultError `wrong_signature`.
 */
export function proveAuthorized(
  request: AuthorizedRequest,
  { consent, nowMs }: { consent: DelegationConsent; nowMs: number },
): Buffer {
  const { url, body, headers, signatures } = request
  const expiry = headers['privy-request-expiry']
  if (headers['privy-app-id'] !== consent.appId) throw refused('The request names another app')
  if (expiry !== undefined && !(/^\d+$/.test(expiry) && Number(expiry) > nowMs))
    throw refused('The request has expired')
  const payload = Buffer.from(canonicalJson({ version: 1, method: 'POST', url, body, headers }))
  const signers = readKeys(consent).filter((key) =>
    signatures.some((signature) => isSignedBy(key, { payload, signature })),
  )
  if (signers.length < consent.threshold) throw refused('Too few authorization keys have signed')
  return createHash('sha256').update(payload).digest()
}

/**
 * The keys of a consent, each once however it is written.
 *
 * @throws VaultError `invalid_request` when one is not a P-256 key, is there twice, or the threshold is above their number.
 */
export function readKeys({ authorizationKeys, threshold }: DelegationConsent): MemberKey[] {
  const keys = authorizationKeys.map(readKey)
  const distinct = new Set(keys.map(({ id }) => id))
  if (distinct.size !== keys.length || threshold > keys.length)
    throw new VaultError('invalid_request', new Error('The keys of the consent are not usable'))
  return keys
}

function readKey(spki: string): MemberKey {
  const key = readPublicKey(spki)
  if (key) return key
  throw new VaultError('invalid_request', new Error('Not a P-256 key'))
}

function refused(reason: string): VaultError {
  return new VaultError('wrong_signature', new Error(reason))
}
