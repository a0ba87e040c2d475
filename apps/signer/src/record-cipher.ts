import { webcrypto } from 'node:crypto'
import { createRecordCipher, type RecordCipher } from '@sallyport/crypto'
import { RowRefused } from './vault-error.js'

/** Part of the ids of the vault's keys. */
export const keyIdInfo = 'sallyport/vault/key-id/v1'

/**
 * The cipher of the vault's records; `open` throws RowRefused for one that the vault did not write, or not for this row.
 *
 * @param keks The vault's key-encryption keys, 32 bytes each, the newest first.
 */
export function recordCipher(keks: readonly Uint8Array[]): RecordCipher {
  return refusingCipher(createRecordCipher({ keys: keks, keyIdInfo, webCrypto: webcrypto }))
}

/** A cipher whose `open` throws RowRefused, so that operators are alarmed of a record that was changed or moved. */
export function refusingCipher(cipher: RecordCipher): RecordCipher {
  return {
    ...cipher,
    open: (record, place) =>
      cipher.open(record, place).catch((cause: unknown) => {
        throw new RowRefused(place.table, cause)
      }),
  }
}
