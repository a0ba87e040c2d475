import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { readPublicKey } from './quorum/public-key.js'
import { invalid } from './refusals.js'

/**
 * The suite of the public clients (wire.md 28): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305, base mode. The kit's own
 * processes seal with another one.
 */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Chacha20Poly1305(),
})

/**
 * Seals bytes to a client's key, without `info` and AAD.
 *
 * @param recipient  The raw point, see `readRecipient`.
 * @returns Base64, as clients read it.
 */
export async function sealToClient(
  recipient: Uint8Array,
  plaintext: Uint8Array,
): Promise<{ encapsulatedKey: string; ciphertext: string }> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(bufferOf(recipient))
  const { enc, ct } = await suite.seal({ recipientPublicKey }, bufferOf(plaintext))
  const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
  return { encapsulatedKey: base64(enc), ciphertext: base64(ct) }
}

/** What a client has sealed; undefined when it does not open. The caller wipes it. */
export async function openFromClient(
  privateKey: Uint8Array,
  sealed: { enc: Uint8Array; ciphertext: Uint8Array; info?: Uint8Array; aad?: Uint8Array },
): Promise<Uint8Array | undefined> {
  const { enc, ciphertext, info, aad } = sealed
  try {
    // Our pairs carry the point after the scalar.
    const scalar = bufferOf(privateKey.subarray(0, 32))
    const recipientKey = await suite.kem.deserializePrivateKey(scalar)
    const opened = await suite.open(
      { recipientKey, enc: bufferOf(enc), ...(info && { info: bufferOf(info) }) },
      bufferOf(ciphertext),
      ...(aad ? [bufferOf(aad)] : []),
    )
    return new Uint8Array(opened)
  } catch {
    return undefined // Sealed to another key, or not sealed at all.
  }
}

/** The raw point of a client's key: SPKI in base64 or PEM, or the point in base64. @throws CallRefused `invalid_request`. */
export function readRecipient(text: string): Uint8Array {
  const base64 = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '')
  const bytes = Buffer.from(base64, 'base64')
  const spki = bytes.length === 65 ? Buffer.concat([spkiHead, bytes]) : bytes
  const key = readPublicKey(spki.toString('base64'))
  if (!key) throw invalid('recipient_public_key is not a P-256 key')
  const { x = '', y = '' } = key.key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

/** SPKI of a P-256 key before the point. */
const spkiHead = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}
