import { utf8ToBytes } from '@noble/hashes/utils.js'
import { deriveKey } from './derive-key.js'
import { decryptRecord, encryptRecord, RecordError, recordKeyId } from './records.js'
import type { WebCryptoLike } from './web-crypto.js'

/** Where a record is stored. A record moved to another row, column or owner cannot be decrypted (custody design 2.5). */
export interface RecordPlace {
  table: string
  column: string
  /** Primary key of the row, in the order of its columns, and what else of the row the record vouches for. */
  row: readonly string[]
}

/** Encrypts and decrypts records under a list of key-encryption keys. */
export interface RecordCipher {
  /** Encrypts under the newest key. */
  seal(plaintext: Uint8Array, place: RecordPlace): Promise<Uint8Array>
  /** The plaintext; the caller wipes it. @throws RecordError when key, place or bytes are not those it was sealed with. */
  open(record: Uint8Array, place: RecordPlace): Promise<Uint8Array>
  /** Whether a record is under a key other than the newest, so that it has to be sealed again before that key can go. */
  isUnderOlderKey(record: Uint8Array): boolean
}

/**
 * A cipher under 32-byte keys, the newest first: it seals under the first and opens under each. A key's id is derived from
 * the key.
 *
 * @param keyIdInfo Names whose keys they are; part of the ids.
 * @throws RangeError without a key.
 */
export function createRecordCipher({
  keys,
  keyIdInfo,
  webCrypto,
}: {
  keys: readonly Uint8Array[]
  keyIdInfo: string
  webCrypto: WebCryptoLike
}): RecordCipher {
  const known = keys.map((keyEncryptionKey) => ({
    keyEncryptionKey,
    keyId: deriveKey({ secret: keyEncryptionKey, info: keyIdInfo, length: 16 }),
    webCrypto,
  }))
  const [newest] = known
  if (!newest) throw new RangeError('A record cipher needs a key')
  const keyOf = (record: Uint8Array) => {
    const id = recordKeyId(record)
    return known.find(({ keyId }) => keyId.every((byte, i) => byte === id[i]))
  }
  return {
    seal: (plaintext, place) => encryptRecord({ ...newest, aad: encodePlace(place), plaintext }),
    open: async (record, place) => {
      const key = keyOf(record)
      if (!key) throw new RecordError('Record of another key')
      return decryptRecord({ ...key, aad: encodePlace(place), record })
    },
    isUnderOlderKey: (record) => keyOf(record) !== newest,
  }
}

function encodePlace({ table, column, row }: RecordPlace): Uint8Array {
  return utf8ToBytes(JSON.stringify(['sallyport record v1', table, column, ...row]))
}
