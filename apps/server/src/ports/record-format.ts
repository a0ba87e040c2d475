import { deriveKey, RecordError, recordKeyId } from '@sallyport/crypto'
import { openAes, sealAes } from './aes.js'
import type { Random } from './random.js'

/** The key a record is kept under. */
interface RecordKey {
  /** 32 bytes. */
  key: Uint8Array
  /** 16 bytes that name the key. */
  id: Uint8Array
}

const magic = Buffer.from('EW1')
const algorithm = 1
const nonceLength = 12
const dekLength = 32
const wrappedLength = nonceLength + dekLength + 16
const headLength = magic.length + 1 + 16
const headerLength = headLength + 2 + wrappedLength
const commitmentLength = 16

/**
 * A record in the format of `encryptRecord` of packages/crypto, made without waiting: key id, a data key of its own under the
 * key, and the text under the data key.
 */
export function sealRecord(
  { key, id }: RecordKey,
  { context, random }: { context: string; random: Random },
  plaintext: Uint8Array,
): Uint8Array {
  const place = placeOf(context)
  const dek = random.bytes(dekLength)
  const content = Buffer.concat([commitmentOf(dek), plaintext])
  try {
    const head = Buffer.concat([magic, Buffer.of(algorithm), id])
    const wrapNonce = random.bytes(nonceLength)
    const wrap = { key, nonce: wrapNonce, context: Buffer.concat([head, place]) }
    const length = Buffer.of(0, wrappedLength)
    const header = Buffer.concat([head, length, wrapNonce, sealAes(wrap, dek)])
    const nonce = random.bytes(nonceLength)
    const body = { key: dek, nonce, context: Buffer.concat([header, place]) }
    return Buffer.concat([header, nonce, sealAes(body, content)])
  } finally {
    dek.fill(0)
    content.fill(0)
  }
}

/**
 * The plaintext of a record; the caller wipes it.
 *
 * @throws RecordError when the record, its key or its context is not what it was sealed with.
 */
export function openRecord(
  { key }: RecordKey,
  { context }: { context: string },
  record: Uint8Array,
): Uint8Array {
  const place = placeOf(context)
  const header = record.subarray(0, headerLength)
  const wrapped = header.subarray(headLength + 2)
  let dek: Uint8Array | undefined
  let content: Uint8Array | undefined
  try {
    const wrap = { key, context: Buffer.concat([record.subarray(0, headLength), place]) }
    dek = openAes(
      { ...wrap, nonce: wrapped.subarray(0, nonceLength) },
      wrapped.subarray(nonceLength),
    )
    const nonce = record.subarray(headerLength, headerLength + nonceLength)
    const body = { key: dek, nonce, context: Buffer.concat([header, place]) }
    content = openAes(body, record.subarray(headerLength + nonceLength))
    if (!commitmentOf(dek).equals(content.subarray(0, commitmentLength))) {
      throw new RecordError('Record not readable')
    }
    return Uint8Array.from(content.subarray(commitmentLength))
  } catch {
    throw new RecordError('Record not readable')
  } finally {
    dek?.fill(0)
    content?.fill(0)
  }
}

/** The id of the key of a record, as hex; undefined for bytes of another format. */
export function keyIdOfRecord(record: Uint8Array): string | undefined {
  try {
    return Buffer.from(recordKeyId(record)).toString('hex')
  } catch {
    return undefined
  }
}

/** Which data key the text belongs to: GCM alone accepts one ciphertext under several keys. */
function commitmentOf(dek: Uint8Array): Buffer {
  return Buffer.from(deriveKey({ secret: dek, info: 'commit', length: commitmentLength }))
}

function placeOf(context: string): Uint8Array {
  return Buffer.from(JSON.stringify(['sallyport record v1', context]))
}
