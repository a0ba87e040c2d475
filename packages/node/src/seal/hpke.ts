import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { concat, utf8 } from '../encoding.js'

/*
 * HPKE (RFC 9180) in the one form that the wire has (wire reference §28): base mode, one message, DHKEM(P-256, HKDF-SHA256),
 * HKDF-SHA256, ChaCha20-Poly1305, without info and additional data. A library of every form is as large as the rest of this package.
 */

type Bytes = Uint8Array<ArrayBuffer>
const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const
const kemSuite = concat(utf8('KEM'), Uint8Array.of(0x00, 0x10))
const hpkeSuite = concat(utf8('HPKE'), Uint8Array.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x03))
const empty: Bytes = new Uint8Array(0)

/** A sealed message: the sender's point (65 bytes) and the ciphertext. */
export interface Sealed {
  enc: Bytes
  ciphertext: Bytes
}

/** Makes a key that a sender seals to. */
export function generateRecipient(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ecdh, true, ['deriveBits'])
}

/** Seals a message to an uncompressed point of P-256. @throws TypeError for another key. */
export async function seal(recipient: Bytes, message: Uint8Array): Promise<Sealed> {
  const publicKey = await importPoint(recipient)
  const sender = await generateRecipient()
  const enc = await pointOf(sender.publicKey)
  const shared = await sharedSecret({ key: sender.privateKey, peer: publicKey }, enc, recipient)
  const { key, nonce } = await schedule(shared)
  return { enc, ciphertext: new Uint8Array(chacha20poly1305(key, nonce).encrypt(message)) }
}

/** Opens a message that was sealed to `recipient`. @throws Error when it was not, or was changed. */
export async function open(recipient: CryptoKeyPair, sealed: Sealed): Promise<Bytes> {
  const sender = await importPoint(sealed.enc)
  const own = await pointOf(recipient.publicKey)
  const shared = await sharedSecret({ key: recipient.privateKey, peer: sender }, sealed.enc, own)
  const { key, nonce } = await schedule(shared)
  return new Uint8Array(chacha20poly1305(key, nonce).decrypt(sealed.ciphertext))
}

async function importPoint(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', bytes, ecdh, true, [])
  } catch (cause) {
    throw new TypeError('Expected an uncompressed point of P-256', { cause })
  }
}

async function pointOf(key: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', key))
}

/** RFC 9180, 4.1: Encap and Decap. */
async function sharedSecret(
  { key, peer }: { key: CryptoKey; peer: CryptoKey },
  enc: Bytes,
  recipient: Bytes,
): Promise<Bytes> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, key, 256)
  const prk = await extract(kemSuite, { label: 'eae_prk', ikm: new Uint8Array(bits) })
  const info = concat(enc, recipient)
  return expand(kemSuite, { prk, label: 'shared_secret', info, length: 32 })
}

/** RFC 9180, 5.1: KeySchedule in base mode. */
async function schedule(shared: Bytes): Promise<{ key: Bytes; nonce: Bytes }> {
  const pskId = await extract(hpkeSuite, { label: 'psk_id_hash', ikm: empty })
  const infoHash = await extract(hpkeSuite, { label: 'info_hash', ikm: empty })
  const info = concat(Uint8Array.of(0), pskId, infoHash)
  const prk = await extract(hpkeSuite, { salt: shared, label: 'secret', ikm: empty })
  const [key, nonce] = await Promise.all([
    expand(hpkeSuite, { prk, label: 'key', info, length: 32 }),
    expand(hpkeSuite, { prk, label: 'base_nonce', info, length: 12 }),
  ])
  return { key, nonce }
}

/** LabeledExtract. Without a salt HKDF takes zeros: Web Crypto has no empty key. */
function extract(
  suite: Bytes,
  { salt = new Uint8Array(32), label, ikm }: { salt?: Bytes; label: string; ikm: Bytes },
): Promise<Bytes> {
  return hmac(salt, concat(utf8('HPKE-v1'), suite, utf8(label), ikm))
}

/** LabeledExpand, of 32 bytes at most: the first block. */
async function expand(
  suite: Bytes,
  { prk, label, info, length }: { prk: Bytes; label: string; info: Bytes; length: number },
): Promise<Bytes> {
  const labelled = concat(Uint8Array.of(0, length), utf8('HPKE-v1'), suite, utf8(label), info)
  return (await hmac(prk, concat(labelled, Uint8Array.of(1)))).slice(0, length)
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}
