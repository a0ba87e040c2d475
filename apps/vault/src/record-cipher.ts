import type { RecordCipher } from '@sallyport/crypto'
import { refusingCipher } from '@sallyport/keyholder'

/** Part of the ids of the vault's keys. */
export const keyIdInfo = 'sallyport/vault/key-id/v1'

/**
 * The cipher of the vault's records; `open` throws RowRefused for one that the vault did not write, or not for this row.
 *
 * @param keks The vault's key-encryption keys, 32 bytes each, the newest first.
 */
export function recordCipher(keks: readonly Uint8Array[]): RecordCipher {
  return refusingCipher({ keks, keyIdInfo })
}
