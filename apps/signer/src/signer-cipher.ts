import type { RecordCipher } from '@sallyport/crypto'
import { refusingCipher } from '@sallyport/keyholder'

/** Part of the ids of the signer's keys. It is in every record, and so keeps the signer's earlier name. */
export const keyIdInfo = 'sallyport/delegate/key-id/v1'

/**
 * The cipher of the signer's records; `open` throws RowRefused for one that the signer did not write, or not for this row.
 *
 * @param keks The signer's key-encryption keys, 32 bytes each, the newest first.
 */
export function signerCipher(keks: readonly Uint8Array[]): RecordCipher {
  return refusingCipher({ keks, keyIdInfo })
}
