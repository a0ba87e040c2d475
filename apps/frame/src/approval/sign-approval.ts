import { canonicalJson } from '@sallyport/contract'
import { bytesToBase64, bytesToBase64url } from '../base64.js'

/** A request as members sign it. */
export interface SignedRequest {
  method: string
  url: string
  body: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string | undefined>>
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' }

/** The bytes that an authorization signature is over (wire reference §25). */
function payloadOf({ method, url, body, headers }: SignedRequest): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson({ version: 1, method, url, body, headers }))
}

/** What the signer calls a request: SHA-256 of the signed bytes, base64url. */
export async function nameOf({ subtle }: Crypto, request: SignedRequest): Promise<string> {
  const url = request.url.replace(/^(https?:\/\/[^/]+)\/\/(?!\/)/, '$1/')
  const hash = await subtle.digest('SHA-256', payloadOf({ ...request, url }))
  return bytesToBase64url(new Uint8Array(hash))
}

/** An approval: a signature by a key that was made for this request and can't leave this page. */
export interface Approval {
  /** SPKI in base64. */
  public_key: string
  /** DER in base64. */
  signature: string
}

/** Signs one request with a new key, which is forgotten. */
export async function signApproval({ subtle }: Crypto, request: SignedRequest): Promise<Approval> {
  const pair = await subtle.generateKey(curve, false, ['sign', 'verify'])
  const hash = { name: 'ECDSA', hash: 'SHA-256' }
  const raw = await subtle.sign(hash, pair.privateKey, payloadOf(request))
  const spki = await subtle.exportKey('spki', pair.publicKey)
  return {
    public_key: bytesToBase64(new Uint8Array(spki)),
    signature: bytesToBase64(derOf(new Uint8Array(raw))),
  }
}

/** DER of `r` and `s`, which browsers answer one after the other. */
function derOf(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2
  const parts = [raw.subarray(0, half), raw.subarray(half)].flatMap((each) => integer(each))
  return Uint8Array.from([0x30, parts.length, ...parts])
}

function integer(bytes: Uint8Array): number[] {
  const first = bytes.findIndex((each) => each !== 0)
  const digits = first === -1 ? [0] : [...bytes.subarray(first)]
  const [top = 0] = digits
  // A number whose first bit is set would be negative.
  const value = top >= 0x80 ? [0, ...digits] : digits
  return [0x02, value.length, ...value]
}
