import { webcrypto } from 'node:crypto'
import { decryptRecord, deriveKey, encryptRecord } from '@sallyport/crypto'

/** Where a record is stored. A record moved to another row, column or owner cannot be decrypted (custody design 2.5). */
export interface RecordPlace {
  table: string
  column: string
  /** Primary key of the row, in the order of its columns. */
  row: readonly string[]
}

/** Encrypts and decrypts the vault's records. */
export interface RecordCipher {
  seal(plaintext: Uint8Array, place: RecordPlace): Promise<Uint8Array>
  /** The plaintext; the caller wipes it. @throws RecordError when key, place or bytes are not those it was sealed with. */
  open(record: Uint8Array, place: RecordPlace): Promise<Uint8Array>
}

/** A cipher under the vault's 32-byte key-encryption key; the key's id is derived from it. */
export function recordCipher(kek: Uint8Array): RecordCipher {
  const keyId = deriveKey({ secret: kek, info: 'sallyport/vault/key-id/v1', length: 16 })
  const key = { keyEncryptionKey: kek, keyId, webCrypto: webcrypto }
  return {
    seal: (plaintext, place) => encryptRecord({ ...key, aad: encodePlace(place), plaintext }),
    open: (record, place) => decryptRecord({ ...key, aad: encodePlace(place), record }),
  }
}

function encodePlace({ table, column, row }: RecordPlace): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(['sallyport record v1', table, column, ...row]))
}
