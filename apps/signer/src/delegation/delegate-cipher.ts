import { webcrypto } from 'node:crypto'
import { createRecordCipher, type RecordCipher } from '@sallyport/crypto'
import { refusingCipher } from '../record-cipher.js'

/** Part of the ids of the keys of the signer of delegated wallets. */
export const keyIdInfo = 'sallyport/delegate/key-id/v1'

/**
 * The cipher of the signer's records; `open` throws as the vault's does.
 *
 * @param keks Its key-encryption keys, 32 bytes each, the newest first.
 */
export function delegateCipher(keks: readonly Uint8Array[]): RecordCipher {
  return refusingCipher(createRecordCipher({ keys: keks, keyIdInfo, webCrypto: webcrypto }))
}
