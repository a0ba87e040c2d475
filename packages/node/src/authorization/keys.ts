import { concat, fromBase64, toBase64 } from '../encoding.js'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** An authorization key as texts. */
export interface KeyPair {
  /** PKCS #8 in base64: keep it in a secret manager. */
  private_key: string
  /** SPKI in base64: what owners and quorums name. */
  public_key: string
}

/** A new authorization key (P-256). */
export async function generateKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ])
  return {
    private_key: toBase64(new Uint8Array(pkcs8)),
    public_key: toBase64(new Uint8Array(spki)),
  }
}

/**
 * A private key that signs requests.
 *
 * @param text  PKCS #8 in base64 or PEM. The prefixes `wallet-auth:` and `wallet-api:` of other back-end clients are taken off.
 * @throws TypeError when it is not such a key. The message does not repeat it.
 */
export async function importSigningKey(text: string): Promise<CryptoKey> {
  const base64 = text
    .replace(/^wallet-(?:auth|api):/, '')
    .replace(/-----(?:BEGIN|END) PRIVATE KEY-----|\s/g, '')
  try {
    return await crypto.subtle.importKey('pkcs8', fromBase64(base64), ecdsa, false, ['sign'])
  } catch {
    throw new TypeError('An authorization key must be a P-256 private key: PKCS #8 in base64')
  }
}

/** The public key of an app's tokens: SPKI in PEM or base64. @throws TypeError for another text. */
export async function importVerificationKey(text: string): Promise<CryptoKey> {
  const base64 = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '')
  try {
    return await crypto.subtle.importKey('spki', fromBase64(base64), ecdsa, false, ['verify'])
  } catch (cause) {
    throw new TypeError('jwtVerificationKey must be a P-256 public key: SPKI in PEM', { cause })
  }
}

/** An ECDSA P-256 signature over the SHA-256 of `bytes`: DER in base64. */
export async function signBytes(bytes: Uint8Array<ArrayBuffer>, key: CryptoKey): Promise<string> {
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes)
  return toBase64(toDer(new Uint8Array(signature)))
}

/** Web Crypto answers r and s of 32 bytes each; the wire takes DER. */
function toDer(signature: Uint8Array): Uint8Array {
  const body = concat(derInteger(signature.slice(0, 32)), derInteger(signature.slice(32)))
  return concat(Uint8Array.of(0x30, body.length), body)
}

function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.slice(first === -1 ? bytes.length - 1 : first)
  // A leading bit would make the number negative.
  const number = (digits[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), digits) : digits
  return concat(Uint8Array.of(0x02, number.length), number)
}
