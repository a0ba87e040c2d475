import { webcrypto } from 'node:crypto'
import { createRecordCipher, type RecordCipher } from '@sallyport/crypto'
import { RowRefused } from './call-refused.js'

/**
 * The cipher of a program's records; `open` throws RowRefused for one that the program did not write, or not for this row, so
 * that operators are alarmed.
 *
 * @param program.keks  Its key-encryption keys, 32 bytes each, the newest first.
 * @param program.keyIdInfo  Part of the ids of its keys.
 */
export function refusingCipher({
  keks,
  keyIdInfo,
}: {
  keks: readonly Uint8Array[]
  keyIdInfo: string
}): RecordCipher {
  const cipher = createRecordCipher({ keys: keks, keyIdInfo, webCrypto: webcrypto })
  return {
    ...cipher,
    open: (record, place) =>
      cipher.open(record, place).catch((cause: unknown) => {
        throw new RowRefused(place.table, cause)
      }),
  }
}
