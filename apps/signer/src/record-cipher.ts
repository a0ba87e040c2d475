import { webcrypto } from 'node:crypto'
import { createRecordCipher, type RecordCipher } from '@sallyport/crypto'

/** Part of the ids of the vault's keys. */
export const keyIdInfo = 'sallyport/vault/key-id/v1'

/**
 * The cipher of the vault's records.
 *
 * @param keks The vault's key-encryption keys, 32 bytes each, the newest first.
 */
export function recordCipher(keks: readonly Uint8Array[]): RecordCipher {
  return createRecordCipher({
    keys: keks,
    keyIdInfo,
    webCrypto: webcrypto,
  })
}
