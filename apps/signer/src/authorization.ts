import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { DelegationConsent } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'

/**
 * Passes when the app's authorization keys of the consent have signed this request (wire.md 25): for this app, before it
 * expires. Answers the hash of what they signed, which names the request.
 *
 * @throws CallRefused `wrong_signature`.
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
 * @throws CallRefused `invalid_request` when one is not a P-256 key, is there twice, or the threshold is above their number.
 */
export function readKeys({ authorizationKeys, threshold }: DelegationConsent): KeyObject[] {
  const keys = authorizationKeys.map(readKey)
  const spellings = new Set(keys.map((key) => key.export({ format: 'jwk' }).x))
  if (spellings.size !== keys.length || threshold > keys.length)
    throw new CallRefused('invalid_request', new Error('The keys of the consent are not usable'))
  return keys
}

function readKey(spki: string): KeyObject {
  try {
    const der = Buffer.from(spki, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Refused below, as a key of another kind.
  }
  throw new CallRefused('invalid_request', new Error('Not a P-256 key'))
}

function isSignedBy(
  key: KeyObject,
  { payload, signature }: { payload: Buffer; signature: string },
): boolean {
  return verify('sha256', payload, key, Buffer.from(signature, 'base64'))
}

/** RFC 8785. Members that are undefined are left out. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  // By UTF-16 units, as the standard orders names and `<` compares.
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

function refused(reason: string): CallRefused {
  return new CallRefused('wrong_signature', new Error(reason))
}
