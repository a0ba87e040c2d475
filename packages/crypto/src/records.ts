import { asciiBytes, type Bytes, concat, equalBytes } from './bytes.js'
import { deriveKey } from './derive-key.js'
import { randomBytes } from './random.js'
import { aesGcmOpen, aesGcmSeal, type WebCryptoLike } from './web-crypto.js'
import { wipe } from './wipe.js'

/** A record could not be read: another key, another place, or changed bytes. It says no more on purpose. */
export class RecordError extends Error {
  override readonly name = 'RecordError'
}

/** The key a record is kept under, and where the record lives. */
export type RecordKey = {
  /** 32 bytes. */
  keyEncryptionKey: Uint8Array
  /** 16 bytes that name the key. */
  keyId: Uint8Array
  /** The record's place and scope (header of the content, table, column, row): a record moved elsewhere is refused. */
  aad: Uint8Array
  webCrypto: WebCryptoLike
}

const magic = asciiBytes('EW1') ?? new Uint8Array()
/** AES-256-GCM for record and wrapped key, HKDF-SHA256 commitment. */
const algorithm = 1
const lengths = { head: 20, wrapLength: 2, nonce: 12, dek: 32, tag: 16, commitment: 16 }
const wrappedLength = lengths.nonce + lengths.dek + lengths.tag
const bodyStart = lengths.head + lengths.wrapLength + wrappedLength
const shortest = bodyStart + lengths.nonce + lengths.commitment + lengths.tag

/**
 * Encrypts what is kept at rest (security.md 2.5):
 * `"EW1" ‖ alg(1) ‖ kid(16) ‖ length(2) ‖ wrapped DEK(60) ‖ nonce(12) ‖ ciphertext ‖ tag(16)`.
 *
 * Every record has a data key of its own, so no nonce can repeat under it. The plaintext starts with a commitment to
 * that key.
 *
 * @throws RangeError for a key or key id of the wrong length; RandomError when the random source fails.
 * @remarks Wrap at most 2³² records under one key encryption key: its nonces are random.
 */
export async function encryptRecord(input: RecordKey & { plaintext: Uint8Array }): Promise<Bytes> {
  const { keyEncryptionKey, keyId, aad, webCrypto, plaintext } = input
  if (keyId.length !== 16) throw new RangeError('A key id has 16 bytes')
  const dek = randomBytes(webCrypto, lengths.dek)
  const nonces = randomBytes(webCrypto, 2 * lengths.nonce)
  const content = concat(commitment(dek), plaintext)
  try {
    const head = concat(magic, Uint8Array.of(algorithm), keyId)
    const wrapNonce = nonces.subarray(0, lengths.nonce)
    const wrap = { webCrypto, key: keyEncryptionKey, nonce: wrapNonce, aad: bind(head, aad) }
    const wrapped = concat(wrapNonce, await aesGcmSeal(wrap, dek))
    const header = concat(head, Uint8Array.of(0, wrapped.length), wrapped)
    const nonce = nonces.subarray(lengths.nonce)
    const body = await aesGcmSeal({ webCrypto, key: dek, nonce, aad: bind(header, aad) }, content)
    return concat(header, nonce, body)
  } finally {
    wipe(dek, content)
  }
}

/**
 * The plaintext of a record. The caller wipes it.
 *
 * @throws RecordError when the record, its key, its key id or its place is not what it was encrypted with.
 */
export async function decryptRecord(input: RecordKey & { record: Uint8Array }): Promise<Bytes> {
  const { keyEncryptionKey, keyId, aad, webCrypto, record } = input
  if (!equalBytes(recordKeyId(record), keyId)) throw new RecordError('Record of another key')
  const head = record.subarray(0, lengths.head)
  const header = record.subarray(0, bodyStart)
  const wrapped = header.subarray(lengths.head + lengths.wrapLength)
  let dek: Uint8Array | undefined
  let content: Uint8Array | undefined
  try {
    const wrapNonce = wrapped.subarray(0, lengths.nonce)
    const wrap = { webCrypto, key: keyEncryptionKey, nonce: wrapNonce, aad: bind(head, aad) }
    dek = await aesGcmOpen(wrap, wrapped.subarray(lengths.nonce))
    const nonce = record.subarray(bodyStart, bodyStart + lengths.nonce)
    const place = { webCrypto, key: dek, nonce, aad: bind(header, aad) }
    content = await aesGcmOpen(place, record.subarray(bodyStart + lengths.nonce))
    if (!equalBytes(content.subarray(0, lengths.commitment), commitment(dek)))
      throw new RecordError('Record not readable')
    return Uint8Array.from(content.subarray(lengths.commitment))
  } catch {
    // One answer for every reason: which check failed is of use to an attacker only.
    throw new RecordError('Record not readable')
  } finally {
    wipe(dek, content)
  }
}

/**
 * The id (16 bytes) of the key a record is kept under, to look that key up. It is not authenticated before decryption.
 *
 * @throws RecordError when the bytes are not a record.
 */
export function recordKeyId(record: Uint8Array): Bytes {
  const wellFormed =
    record.length >= shortest &&
    equalBytes(record.subarray(0, 4), concat(magic, Uint8Array.of(algorithm))) &&
    record[lengths.head] === 0 &&
    record[lengths.head + 1] === wrappedLength
  if (!wellFormed) throw new RecordError('Not a record')
  return Uint8Array.from(record.subarray(4, lengths.head))
}

function commitment(dek: Uint8Array): Bytes {
  return deriveKey({ secret: dek, info: 'commit', length: lengths.commitment })
}

/** Header first, its length fixed, so that header and place cannot slide into each other. */
function bind(header: Uint8Array, aad: Uint8Array): Bytes {
  return concat(header, aad)
}
